/**
 * One turn of sending to one endpoint, by the node that holds it: in order of place, one after another, and several at
 * once only if many are waiting. Outcomes are stored before the endpoint is released; a delivery without a stored
 * outcome is sent again, under the same id and with the same bytes.
 */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { SentSpan, Traced } from '../../telemetry/traced.ts';
import type { SecretBox } from '../endpoints/sealing.ts';
import { settlePending } from '../endpoints/settle.ts';
import type { Candidate, EndpointRow } from './claim.ts';
import { type DueDelivery, readDue } from './due.ts';
import type { SettlementGroup } from './group.ts';
import { messageOf, openSecrets, type SigningSecrets } from './message.ts';
import type { Answer } from './network/exchange.ts';
import { judgeAnswer, type Outcome } from './retry.ts';
import type { Sender, Target } from './send.ts';
import type { Settlement } from './settlement.ts';

export interface WorkDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  traced: Traced;
  sender: Sender;
  secretBox: SecretBox;
  settlements: SettlementGroup;
  /** Starts nothing more once this is aborted. */
  stopping: AbortSignal;
  /** Aborts deliveries under way, which count as never tried. */
  breakingOff: AbortSignal;
}

/** If more than this many are due, several are sent at once. */
const FEW = 32;
const LANES = 8;
/** After this it is another endpoint's turn, ms. */
const TURN_MS = 30_000;
/** Outcomes of a slow target are stored this often, ms. */
const WRITE_EVERY_MS = 1000;

const NOT_KEPT = 'The event is no longer kept.';

export class EndpointWork {
  readonly candidate: Candidate;
  readonly #deps: WorkDeps;
  /** The row as last seen, which new attempts use. */
  #row: EndpointRow;
  #opened: { row: EndpointRow; secrets: SigningSecrets; target: Target } | null = null;
  #over = false;
  #outcomes: Outcome[] = [];
  #writing: Promise<void> = Promise.resolve();
  #wroteAt: number;
  #fault: { error: unknown } | null = null;

  constructor(deps: WorkDeps, candidate: Candidate, row: EndpointRow) {
    this.#deps = deps;
    this.candidate = candidate;
    this.#row = row;
    this.#wroteAt = deps.clock.monotonic();
  }

  /** @param row the current row. An endpoint that is disabled, or no longer this node's, gets nothing more. */
  refresh(row: EndpointRow | null | undefined): void {
    if (row != null) this.#row = row;
    if (row == null || row.disabled_at !== null) this.#over = true;
  }

  /** Rejects if something failed that is not the target's fault: the endpoint is free when the lease ends. */
  async run(): Promise<void> {
    const { db, clock, stopping } = this.#deps;
    const { chain, endpoint_id: endpointId, disabled_at } = this.#row;
    if (disabled_at !== null) {
      await settlePending(db, chain, endpointId, clock.now());
      await this.#write('yes');
      return;
    }
    const turnEndsAt = clock.monotonic() + TURN_MS;
    for (let held = true; held; ) {
      const { deliveries, more } = await readDue(db, { chain, endpointId }, clock.now());
      await this.#sendAll(deliveries);
      const mustLeave = this.#over || stopping.aborted || clock.monotonic() >= turnEndsAt;
      held = await this.#write(mustLeave ? 'yes' : more ? 'no' : 'if-idle');
    }
  }

  async #sendAll(deliveries: readonly DueDelivery[]): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (!this.#over && !this.#deps.stopping.aborted) {
        const delivery = deliveries[next++];
        if (delivery === undefined) return;
        const outcome = await this.#send(delivery);
        if (outcome !== null) this.#note(outcome);
      }
    };
    const lanes = Array.from({ length: deliveries.length > FEW ? LANES : 1 }, () =>
      lane().catch((error: unknown) => this.#fail(error)),
    );
    await Promise.all(lanes);
    await this.#writing;
    if (this.#fault !== null) throw this.#fault.error;
  }

  /** @returns null if it was aborted. */
  async #send({ event, ...delivery }: DueDelivery): Promise<Outcome | null> {
    const { clock, sender, breakingOff, ids, traced } = this.#deps;
    const startedAt = clock.now();
    const tries = delivery.tries + 1;
    const common = { position: delivery.position, attempt: delivery.attempts + 1, tries, startedAt };
    if (event === null) return { ...common, ...lost(startedAt) };
    const { secrets, target } = this.#open();
    const { headers, body } = messageOf(secrets, { ...delivery, ...event }, startedAt);
    const sent = event.traceContext === null ? undefined : traced.sent('POST', event.traceContext);
    sent?.span?.set(attributesOf(this.#row, delivery));
    const answer = await sender.send(target, { ...headers, ...sent?.headers }, body, breakingOff);
    endSpan(sent, answer);
    if (answer.error !== null && breakingOff.aborted) return null;
    const endedAt = clock.now();
    return {
      ...common,
      ...judgeAnswer(answer, tries, endedAt, ids.number48() / 2 ** 48),
      endedAt,
      durationMs: Math.round(answer.durationMs),
      answered: answer.status,
      error: answer.error,
      response: answer.response,
      sent: true,
    };
  }

  /** Opens the secrets and the target of the row as last seen. */
  #open(): { secrets: SigningSecrets; target: Target } {
    if (this.#opened?.row !== this.#row) {
      const target = { url: this.#row.url, environment: this.candidate.environment };
      this.#opened = { row: this.#row, secrets: openSecrets(this.#deps.secretBox, this.#row), target };
    }
    return this.#opened;
  }

  #note(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    if (outcome.gone) this.#over = true;
    if (this.#deps.clock.monotonic() - this.#wroteAt < WRITE_EVERY_MS) return;
    const before = this.#writing;
    const writing = this.#write('no').catch((error: unknown) => this.#fail(error));
    this.#writing = before.then(() => writing.then(() => undefined));
  }

  /** @returns whether the endpoint is still held. */
  async #write(leave: Settlement['leave']): Promise<boolean> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    this.#wroteAt = this.#deps.clock.monotonic();
    const { held } = await this.#deps.settlements.settle({ endpoint: this.candidate, outcomes, leave });
    this.refresh(held);
    return held !== null;
  }

  /** Starts nothing more. */
  #fail(error: unknown): void {
    this.#over = true;
    this.#fault ??= { error };
  }
}

function lost(at: number) {
  const ended = { endedAt: at, durationMs: 0, answered: null, error: NOT_KEPT, response: null, sent: false };
  return { ...ended, status: 'failed' as const, nextAt: null, gone: false };
}

/** Names only the host, because an address can have a secret in its path. */
function attributesOf(
  { url, endpoint_id }: EndpointRow,
  { eventId, type, attempts }: Omit<DueDelivery, 'event'>,
) {
  return {
    'server.address': new URL(url).hostname,
    'http.request.resend_count': attempts === 0 ? undefined : attempts,
    'assize.event.id': eventId,
    'assize.event.type': type,
    'assize.webhook.endpoint.id': endpoint_id,
  };
}

function endSpan(sent: SentSpan | undefined, { status, error }: Answer): void {
  sent?.span?.set({ 'http.response.status_code': status ?? undefined });
  sent?.span?.end(error === null ? undefined : (status?.toString() ?? 'not_answered'));
}
