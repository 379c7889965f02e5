/**
 * Sends due deliveries to the endpoints that no other node sends to. Endpoints are independent, so a slow one does not
 * hold up the others. The number served at once is limited, in total and for each tenant, and each gives way after its
 * turn.
 */
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { Measured } from '../../foundation/measured.ts';
import type { Traced } from '../../telemetry/traced.ts';
import type { SecretBox } from '../endpoints/sealing.ts';
import { byEndpoint, type Candidate, claim, findDue, renewLeases } from './claim.ts';
import { SettlementGroup } from './group.ts';
import type { Sender } from './send.ts';
import { EndpointWork, type WorkDeps } from './work.ts';

export interface DeliverDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  log: Warnings;
  measured: Pick<Measured, 'webhooksAttempted'>;
  traced: Traced;
  sender: Sender;
  /** null if this node can't read the secrets: another node has to send then. */
  secretBox: SecretBox | null;
}

const EVERY_MS = 100;
const RENEW_EVERY_MS = 5000;
/** The wait after the database failed, ms. */
const REST_MS = 1000;
const MAX_AT_WORK = 256;
const MAX_OF_ONE_CHAIN = 32;
const MAX_CLAIMED_AT_ONCE = 64;
/** How long deliveries under way may take when the service stops, ms. */
const GRACE_MS = 2000;

export class Deliverer {
  readonly #deps: DeliverDeps;
  readonly #holder: string;
  readonly #settlements: SettlementGroup;
  readonly #atWork = new Map<string, { work: EndpointWork; ended: Promise<void> }>();
  readonly #stopping = new AbortController();
  readonly #breakingOff = new AbortController();
  #renewedAt: number;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: DeliverDeps) {
    this.#deps = deps;
    this.#holder = deps.ids.random('node');
    this.#settlements = new SettlementGroup({ ...deps, holder: this.#holder });
    this.#renewedAt = deps.clock.monotonic();
  }

  /** The number of endpoints being served. */
  get size(): number {
    return this.#atWork.size;
  }

  chore(): Chore {
    return {
      name: 'deliver webhooks',
      everyMs: EVERY_MS,
      run: async () => {
        const { clock } = this.#deps;
        if (clock.monotonic() < this.#restUntil) return;
        try {
          await this.#renewLeases();
          await this.#begin();
        } catch (error) {
          this.#restUntil = clock.monotonic() + REST_MS;
          throw error;
        }
      },
    };
  }

  /** Starts nothing new, briefly waits for deliveries under way, and releases every endpoint. */
  async close(): Promise<void> {
    this.#stopping.abort();
    const grace = setTimeout(() => this.#breakingOff.abort(), GRACE_MS);
    await this.idle();
    clearTimeout(grace);
  }

  /** Resolves when no endpoint is being served. */
  async idle(): Promise<void> {
    while (this.#atWork.size > 0) {
      await Promise.all([...this.#atWork.values()].map(({ ended }) => ended));
    }
  }

  /** Renews the leases in good time, and ends the work on an endpoint whose lease is lost. */
  async #renewLeases(): Promise<void> {
    const { db, clock } = this.#deps;
    if (this.#atWork.size === 0 || clock.monotonic() - this.#renewedAt < RENEW_EVERY_MS) return;
    this.#renewedAt = clock.monotonic();
    const works = [...this.#atWork.values()].map(({ work }) => work);
    works.sort((one, other) => byEndpoint(one.candidate, other.candidate));
    const held = works.map(({ candidate }) => candidate);
    const rows = await renewLeases(db, held, { holder: this.#holder, now: clock.now() });
    for (const [place, work] of works.entries()) work.refresh(rows[place]);
  }

  async #begin(): Promise<void> {
    const { db, clock, secretBox } = this.#deps;
    if (secretBox === null || this.#stopping.signal.aborted) return;
    const now = clock.now();
    const ofChain = this.#countByChain();
    const full = [...ofChain].flatMap(([chain, count]) => (count >= MAX_OF_ONE_CHAIN ? [chain] : []));
    const limit = Math.min(MAX_CLAIMED_AT_ONCE, MAX_AT_WORK - this.#atWork.size);
    if (limit <= 0) return;
    const due = await findDue(db, now, { limit, butNotOf: full });
    const wanted = due.filter((candidate) => {
      const count = ofChain.get(candidate.chain) ?? 0;
      ofChain.set(candidate.chain, count + 1);
      return count < MAX_OF_ONE_CHAIN && !this.#atWork.has(keyOf(candidate));
    });
    if (wanted.length === 0) return;
    const claimed = await claim(db, wanted.sort(byEndpoint), { holder: this.#holder, now });
    const deps = this.#workDeps(secretBox);
    for (const { candidate, row } of claimed) this.#start(candidate, new EndpointWork(deps, candidate, row));
  }

  #workDeps(secretBox: SecretBox): WorkDeps {
    return {
      ...this.#deps,
      secretBox,
      settlements: this.#settlements,
      stopping: this.#stopping.signal,
      breakingOff: this.#breakingOff.signal,
    };
  }

  #start(candidate: Candidate, work: EndpointWork): void {
    const { chain, endpoint_id } = candidate;
    const ended = work
      .run()
      .catch((err: unknown) => this.#deps.log.warn({ err, chain, endpoint_id }, 'could not deliver webhooks'))
      .finally(() => this.#atWork.delete(keyOf(candidate)));
    this.#atWork.set(keyOf(candidate), { work, ended });
  }

  #countByChain(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { work } of this.#atWork.values()) {
      const { chain } = work.candidate;
      counts.set(chain, (counts.get(chain) ?? 0) + 1);
    }
    return counts;
  }
}

function keyOf({ chain, endpoint_id }: Candidate): string {
  return `${chain}/${endpoint_id}`;
}
