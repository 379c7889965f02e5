/**
 * Sends to all sinks, on one node at a time, which holds a lease. Sinks are independent, so a slow one does not hold up
 * the others; what was under way when a node died is sent again by the next one.
 */
import { chainId } from '../../database/chain-id.ts';
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import type { Environment } from '../../tenants/index.ts';
import type { SecretBox } from '../../webhooks/endpoints/index.ts';
import { RENDERING_VERSION, type Rendering } from '../messages/index.ts';
import { type CommonOptions, openSecrets, optionsOf, type SinkKind, type SinkRow } from '../sinks/index.ts';
import { type OpenSink, type TransportDeps, transmit } from './transport.ts';
import { sendSome, type TurnDeps, type TurnSink } from './turn.ts';
import { dueSinks, waitingFor } from './waiting.ts';

export interface ShipperDeps extends TurnDeps, TransportDeps {
  log: Warnings;
  secretBox: SecretBox;
  /** How callers reach the service. */
  baseUrl: string;
}

const EVERY_MS = 500;
const LEASE = 'send to SIEM';
const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
const MAX_AT_WORK = 32;
/** After this it is another sink's turn, ms. */
const TURN_MS = 10_000;
/** Records sent together: fewer after a failure, so that a slow receiver can take them in time. */
const MOST_RECORDS = 1000;
/** The wait after something failed that is not the receiver's fault, ms. */
const REST_MS = 10_000;
/** How long what is under way may take when the service stops, ms. */
const GRACE_MS = 2000;

export class Shipper {
  readonly #deps: ShipperDeps;
  readonly #holder: string;
  readonly #atWork = new Map<string, Promise<void>>();
  readonly #records = new Map<string, number>();
  /** Sinks that could not be served, and when to look at them again. */
  readonly #resting = new Map<string, number>();
  readonly #breakingOff = new AbortController();
  #isStopping = false;
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: ShipperDeps) {
    this.#deps = deps;
    this.#holder = deps.ids.random('node');
  }

  chore(): Chore {
    return {
      name: 'send to SIEM',
      everyMs: EVERY_MS,
      run: async () => {
        if (!(await this.#holds())) return;
        const left = MAX_AT_WORK - this.#atWork.size;
        if (left <= 0) return;
        for (const row of await dueSinks(this.#deps.db, this.#deps.clock.now(), this.#busy(), left)) {
          const work = this.#serve(row)
            .catch((error: unknown) => this.#rest(row, error))
            .finally(() => this.#atWork.delete(row.sink_id));
          this.#atWork.set(row.sink_id, work);
        }
      },
    };
  }

  /** Starts nothing new, waits briefly for what is under way, and lets another node go on. */
  async close(): Promise<void> {
    this.#isStopping = true;
    const grace = setTimeout(() => this.#breakingOff.abort(), GRACE_MS);
    await Promise.all(this.#atWork.values());
    clearTimeout(grace);
    await releaseLease(this.#deps.db, LEASE, this.#holder);
  }

  async #holds(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const now = clock.monotonic();
    if (now < this.#heldUntil) return true;
    const request = { name: LEASE, holder: this.#holder, nowMs: clock.now(), forMs: LEASE_MS };
    if (!(await holdLease(db, request))) return false;
    this.#heldUntil = now + RENEW_EVERY_MS;
    return true;
  }

  #busy(): string[] {
    const now = this.#deps.clock.monotonic();
    for (const [sinkId, until] of this.#resting) if (until <= now) this.#resting.delete(sinkId);
    return [...this.#atWork.keys(), ...this.#resting.keys()];
  }

  #rest({ chain, sink_id }: SinkRow, err: unknown): void {
    this.#deps.log.warn({ err, chain, sink_id }, 'could not send to a SIEM');
    this.#resting.set(sink_id, this.#deps.clock.monotonic() + REST_MS);
  }

  async #serve(row: SinkRow): Promise<void> {
    const { db, clock } = this.#deps;
    const sink = await this.#open(row);
    const turnEndsAt = clock.monotonic() + TURN_MS;
    for (let isMore = true; isMore && !this.#isStopping && clock.monotonic() < turnEndsAt; ) {
      isMore = false;
      for (const waiting of await waitingFor(db, row)) {
        const most = this.#records.get(row.sink_id) ?? MOST_RECORDS;
        const passed = await sendSome(this.#deps, sink, waiting, most);
        const next = passed === null ? Math.ceil(most / 2) : Math.min(MOST_RECORDS, most * 2);
        this.#records.set(row.sink_id, next);
        if (passed === null) return;
        if (passed < waiting.size - waiting.position) isMore = true;
      }
      if (!(await this.#holds())) return;
    }
  }

  async #open(row: SinkRow): Promise<TurnSink> {
    const { db, secretBox, baseUrl } = this.#deps;
    const options = optionsOf(row);
    const { tenant, environment } = await namesOf(db, row.chain);
    const secrets = openSecrets(secretBox, row);
    const open: OpenSink = { sinkId: row.sink_id, kind: row.kind as SinkKind, environment, options, secrets };
    const place = { tenant, environment, chain: chainId(row.chain), host: new URL(baseUrl).hostname };
    return {
      row,
      options: options as unknown as CommonOptions,
      rendering: renderingOf(options as unknown as CommonOptions, place),
      send: (messages) => transmit(this.#deps, open, messages, this.#breakingOff.signal),
    };
  }
}

/** How messages to a sink with these options are written now. */
export function renderingOf(
  options: CommonOptions & { facility?: number },
  place: Pick<Rendering, 'tenant' | 'environment' | 'chain' | 'host'>,
): Rendering {
  const { format, detail, facility = null } = options;
  return { version: RENDERING_VERSION, format, detail, facility, ...place };
}

export async function namesOf(
  db: Database,
  chain: number,
): Promise<{ tenant: string; environment: Environment }> {
  const { name, environment } = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['tenants.name', 'chains.environment'])
    .where('chains.chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { tenant: name, environment: environment as Environment };
}
