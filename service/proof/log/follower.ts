/**
 * Follows the chains: whenever one has grown, its tree is brought up to date and signed. One node of several does so.
 * Nobody waits for it, one chain that is far behind holds up no other, and one that is not consistent with what was
 * signed raises an alarm and is left unsigned until it is.
 */

import type { Logger } from 'pino';
import { holdLease, releaseLease } from '../../database/lease.ts';
import { chainId } from '../../evidence/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Finding } from '../verification/alarms.ts';
import { headsOf, headsWithoutCheckpoint } from './chain-heads.ts';
import {
  type ChainHead,
  type ChainSigner,
  openChainSigner,
  type Publication,
  publish,
  type SignerDeps,
  type Turn,
} from './chain-signer.ts';
import { Refusal } from './refusal.ts';

export interface FollowerDeps extends SignerDeps {
  clock: Clock;
  log: Logger;
  /** Tells this process from every other. */
  holder: string;
  raise(chain: number, finding: Finding): Promise<void>;
  /** Called once the chain is what was signed, where it may have been refused before. */
  settle(chain: number): Promise<void>;
}

const LEASE = 'sign checkpoints';
/** Short: nothing is signed until the lease of a node that was killed has lapsed. */
const LEASE_MS = 2500;
const PROLONG_BEFORE_MS = 1500;

/** What one chain may take of a round, and what all that are far behind may. */
const PAGES_A_CHAIN = 128;
const PAGES_A_ROUND = 256;
const PUBLISHED_AT_ONCE = 16;
const MAX_CHAINS = 256;

/** A chain that was refused is looked at again, ever more rarely. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export class ChainFollower {
  readonly #deps: FollowerDeps;
  readonly #signers = new Map<number, ChainSigner>();
  /** Sizes that were signed, as far as this node has convinced itself. */
  readonly #signed = new Map<number, number>();
  /** With the size that was published then: once that is another, somebody has gone on. */
  readonly #refused = new Map<number, { retryAt: number; waitMs: number; publishedSize: number | null }>();
  /** Chains of which no refusal is left over from another process. */
  readonly #cleared = new Set<number>();
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /**
   * One round over all chains that have grown, and over those handed in that this node does not know to be signed.
   * @returns false where another node holds the lease.
   */
  async round(also: readonly number[]): Promise<boolean> {
    const heads = await this.#headsToSign(also);
    if (heads.length === 0) return true;
    if (!(await this.#hold())) return false;
    let pages = PAGES_A_ROUND;
    let ready: Publication[] = [];
    for (const head of heads) {
      const turn = pages > 0 ? await this.#advance(head, Math.min(pages, PAGES_A_CHAIN)) : null;
      if (turn === null) continue;
      pages -= turn.pages;
      if (turn.publish !== null) ready.push(turn.publish);
      if (ready.length < PUBLISHED_AT_ONCE) continue;
      if (!(await this.#keepAndPublish(ready))) return false;
      ready = [];
    }
    return this.#keepAndPublish(ready);
  }

  /** Every chain is looked at anew: the keys have changed. */
  forget(): void {
    this.#signers.clear();
    this.#signed.clear();
  }

  /** Lets another node go on at once. */
  async release(): Promise<void> {
    if (this.#heldUntil === Number.NEGATIVE_INFINITY) return;
    this.#heldUntil = Number.NEGATIVE_INFINITY;
    await releaseLease(this.#deps.db, LEASE, this.#deps.holder);
  }

  /** Each chain once, those that have grown least first. */
  async #headsToSign(also: readonly number[]): Promise<ChainHead[]> {
    const { db, clock } = this.#deps;
    const found = new Map((await headsWithoutCheckpoint(db)).map((head) => [head.chain, head]));
    for (const head of await headsOf(db, also)) {
      const { chain, size, publishedSize } = head;
      if (this.#signed.get(chain) !== size || publishedSize !== size) found.set(chain, head);
    }
    const nowMs = clock.monotonic();
    return [...found.values()].filter(({ chain, publishedSize }) => {
      const refused = this.#refused.get(chain);
      if (refused === undefined || refused.publishedSize !== publishedSize) return true;
      return refused.retryAt <= nowMs;
    });
  }

  async #hold(): Promise<boolean> {
    const { db, clock, holder } = this.#deps;
    const at = clock.monotonic();
    if (this.#heldUntil - at > PROLONG_BEFORE_MS) return true;
    const held = await holdLease(db, { name: LEASE, holder, nowMs: clock.now(), forMs: LEASE_MS });
    this.#heldUntil = held ? at + LEASE_MS : Number.NEGATIVE_INFINITY;
    return held;
  }

  /** @returns null where the chain was refused. */
  async #advance(known: ChainHead, pages: number): Promise<Turn | null> {
    const { chain } = known;
    try {
      // What this node remembers is the last word only while nobody else has published.
      const remembered = this.#signers.get(chain);
      const isCurrent = remembered?.signedSize === known.publishedSize;
      const signer = isCurrent && remembered ? remembered : await openChainSigner(this.#deps, chain);
      this.#remember(chain, signer);
      // What was signed by now may be more than the chain had when its head was read: read again, it has at least that.
      const head = signer === remembered ? known : await this.#headNow(chain);
      const turn = await signer.advance(head, pages);
      if (signer.distrusts !== null) await this.#dismiss(chain, signer.distrusts);
      this.#refused.delete(chain);
      if (signer.isSettled) {
        this.#signed.set(chain, head.size);
        await this.#clear(chain);
      }
      return turn;
    } catch (error) {
      this.#signers.delete(chain);
      this.#signed.delete(chain);
      if (!(error instanceof Refusal)) throw error;
      await this.#refuse(known, error);
      return null;
    }
  }

  async #headNow(chain: number): Promise<ChainHead> {
    const [head] = await headsOf(this.#deps.db, [chain]);
    if (head === undefined) throw new Error(`chain ${chainId(chain)} has no head row`);
    return head;
  }

  #remember(chain: number, signer: ChainSigner): void {
    this.#signers.delete(chain);
    this.#signers.set(chain, signer);
    for (const [oldest, { isSettled }] of this.#signers) {
      if (this.#signers.size <= MAX_CHAINS) break;
      // What is being caught up would have to begin again.
      if (isSettled && oldest !== chain) this.#signers.delete(oldest);
    }
  }

  /**
   * The folder first: a checkpoint that somebody has seen must be the one that this node goes on from.
   * @returns false where another node has taken the lease meanwhile: what it signed must not be put back.
   */
  async #keepAndPublish(ready: readonly Publication[]): Promise<boolean> {
    const { db, clock, folder } = this.#deps;
    if (ready.length === 0) return true;
    try {
      if (!(await this.#hold())) {
        this.forget();
        return false;
      }
      await Promise.all(ready.map(({ chain, note }) => folder.keepNote(chainId(chain), note)));
      await publish(db, ready, clock.now());
      return true;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  async #clear(chain: number): Promise<void> {
    if (this.#cleared.has(chain)) return;
    await this.#deps.settle(chain);
    this.#cleared.add(chain);
  }

  async #refuse({ chain, publishedSize }: ChainHead, { finding }: Refusal): Promise<void> {
    const { clock, log, raise } = this.#deps;
    const waitMs = Math.min(LONGEST_RETRY_MS, 2 * (this.#refused.get(chain)?.waitMs ?? FIRST_RETRY_MS / 2));
    this.#refused.set(chain, { waitMs, publishedSize, retryAt: clock.monotonic() + waitMs });
    this.#cleared.delete(chain);
    log.warn({ chain: chainId(chain), problem: finding.problem }, 'a chain was not signed');
    await raise(chain, finding);
  }

  /** A checkpoint that no key of the folder has signed gives way, however large it says the chain is. */
  async #dismiss(chain: number, note: string): Promise<void> {
    const { db, raise } = this.#deps;
    const message = 'The published checkpoint was signed by no key of the signing folder.';
    await raise(chain, { position: null, problem: 'altered_checkpoint', message });
    await db.deleteFrom('checkpoints').where('chain', '=', chain).where('note', '=', note).execute();
    this.#signers.delete(chain);
  }
}
