/**
 * The keys of issuers, in memory. A set is fetched anew as it ages, and once for a key that it lacks, because issuers
 * rotate their keys. Each issuer is waited for on its own, and one that fails is asked less and less often.
 */
import { createLocalJWKSet, type JWSHeaderParameters, errors as jose, type LocalJWKSet } from 'jose';
import type { Clock } from '../../../foundation/clock.ts';
import { Failure } from '../../../foundation/failure.ts';
import type { Sender } from '../../../webhooks/sending/index.ts';
import type { TrustedIssuer } from '../../issuer.ts';
import { fetchKeySet } from './discover.ts';
import { fetchesOf, NoKeys } from './fetch.ts';

export interface KeySetsDeps {
  clock: Clock;
  sender(): Promise<Sender>;
  /** Ends fetches under way. */
  stop: AbortSignal;
}

/** The issuer's part that tells where its keys are. */
type KeysOf = Pick<TrustedIssuer, 'issuerId' | 'version' | 'issuer' | 'jwksUri'>;

type FoundKey = Awaited<ReturnType<LocalJWKSet>>;

/** The age from which a set is fetched anew in the background, ms. */
const REFRESH_AFTER_MS = 5 * 60_000;
/** The age beyond which it is not used: its issuer could not be reached for this long. */
const FORGET_AFTER_MS = 60 * 60_000;
/** Between two fetches for keys that a set lacks: anyone can make up a key's name. */
const REFETCH_AFTER_MS = 30_000;
/** The wait after a first failure; it doubles with each further one. */
const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 60_000;
const MAX_SETS = 1000;

interface KeySet {
  keys: LocalJWKSet | null;
  fetchedAt: number;
  /** When the latest fetch began. */
  askedAt: number;
  failures: number;
  reason: string;
  loading: Promise<void> | null;
}

export class KeySets {
  readonly #deps: KeySetsDeps;
  readonly #sets = new Map<string, KeySet>();

  constructor(deps: KeySetsDeps) {
    this.#deps = deps;
  }

  /**
   * The key that a token's header names.
   * @throws {Failure} `unavailable` if the issuer's keys are not known. @throws an error of `jose` if none fits.
   */
  async keyFor(issuer: KeysOf, header: JWSHeaderParameters): Promise<FoundKey> {
    const set = this.#setOf(issuer);
    const age = this.#now() - set.fetchedAt;
    if (set.keys === null || age > FORGET_AFTER_MS) await this.#fetch(set, issuer);
    else if (age > REFRESH_AFTER_MS) void this.#fetch(set, issuer);
    try {
      return await keyIn(set, header);
    } catch (error) {
      const isUnknown = error instanceof jose.JWKSNoMatchingKey;
      if (!isUnknown || this.#now() - set.askedAt < REFETCH_AFTER_MS) throw error;
      await this.#fetch(set, issuer);
      return keyIn(set, header);
    }
  }

  #now(): number {
    return this.#deps.clock.monotonic();
  }

  /** A changed issuer may have its keys elsewhere. */
  #setOf({ issuerId, version }: KeysOf): KeySet {
    const key = `${issuerId} ${version}`;
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const never = Number.NEGATIVE_INFINITY;
    const set: KeySet = {
      keys: null,
      fetchedAt: never,
      askedAt: never,
      failures: 0,
      reason: '',
      loading: null,
    };
    this.#sets.set(key, set);
    const oldest = this.#sets.keys().next();
    if (this.#sets.size > MAX_SETS && !oldest.done) this.#sets.delete(oldest.value);
    return set;
  }

  /** Waits for the fetch under way, or begins one unless the last has just failed. Never rejects. */
  async #fetch(set: KeySet, issuer: KeysOf): Promise<void> {
    if (set.loading === null && this.#now() - set.askedAt < waitOf(set)) return;
    set.loading ??= this.#load(set, issuer).finally(() => {
      set.loading = null;
    });
    await set.loading;
  }

  async #load(set: KeySet, issuer: KeysOf): Promise<void> {
    set.askedAt = this.#now();
    try {
      const sender = await this.#deps.sender();
      const fetch = fetchesOf(sender, () => this.#now(), this.#deps.stop);
      set.keys = createLocalJWKSet(await fetchKeySet(fetch, issuer));
      set.fetchedAt = set.askedAt;
      set.failures = 0;
    } catch (error) {
      set.failures += 1;
      set.reason = error instanceof NoKeys ? error.message : 'They are not keys.';
      if (this.#now() - set.fetchedAt > FORGET_AFTER_MS) set.keys = null;
    }
  }
}

function waitOf({ failures }: KeySet): number {
  return failures === 0 ? 0 : Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
}

function keyIn(set: KeySet, header: JWSHeaderParameters): Promise<FoundKey> {
  if (set.keys !== null) return set.keys(header);
  const message = `The keys of this token's issuer can't be fetched. ${set.reason}`;
  throw new Failure('unavailable', message, { details: { retryAfterSeconds: waitOf(set) / 1000 } });
}
