/**
 * Follows the chains: one that has grown is signed, on one node at a time, without delaying the others. A chain that
 * contradicts its last signature raises an alarm, and is not signed until it is consistent again.
 */

import type { Logger } from 'pino';
import { chainId } from '../../database/chain-id.ts';
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Finding } from '../alarms/alarms.ts';
import { headsOf, headsWithoutCheckpoint } from './chain-heads.ts';
import { Refusal } from './refusal.ts';
import {
  type ChainHead,
  type ChainSigner,
  openChainSigner,
  type Publication,
  publish,
  type SignerDeps,
  type Turn,
} from './signing/chain-signer.ts';

export interface FollowerDeps extends SignerDeps {
  clock: Clock;
  log: Logger;
  /** Identifies this process. */
  holder: string;
  raise(chain: number, finding: Finding): Promise<void>;
  /** Called once the chain matches its signature, if it may have been refused before. */
  settle(chain: number): Promise<void>;
}

const LEASE = 'sign checkpoints';
/** Short, because nothing is signed until the lease of a killed node has expired. */
const LEASE_MS = 2500;
const PROLONG_BEFORE_MS = 1500;

/** Pages of one chain in a round, and of all chains with a backlog together. */
const PAGES_A_CHAIN = 128;
const PAGES_A_ROUND = 256;
const PUBLISHED_AT_ONCE = 16;
const MAX_CHAINS = 256;

/** A refused chain is checked again, at growing intervals. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export class ChainFollower {
  readonly #deps: FollowerDeps;
  readonly #signers = new Map<number, ChainSigner>();
  /** The signed sizes that this node has checked. */
  readonly #signed = new Map<number, number>();
  /** Includes the size published at that time: if it differs later, another node has continued. */
  readonly #refused = new Map<number, { retryAt: number; waitMs: number; publishedSize: number | null }>();
  /** Chains without a refusal left by another process. */
  readonly #cleared = new Set<number>();
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Signs chains that have grown, and checks those of `also` not checked here yet. @returns false without a lease. */
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

  /** Checks every chain again after a change of keys. */
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

  /** Each chain once; those that have grown least come first. */
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

  /** @returns null if the chain was refused. */
  async #advance(known: ChainHead, pages: number): Promise<Turn | null> {
    const { chain } = known;
    try {
      // This node's memory is current only while no other node has published.
      const remembered = this.#signers.get(chain);
      const isCurrent = remembered?.signedSize === known.publishedSize;
      const signer = isCurrent && remembered ? remembered : await openChainSigner(this.#deps, chain);
      this.#remember(chain, signer);
      // A signature made in the meantime may cover more than the head that was read. After reading the head again,
      // it covers at least as much.
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
      // Otherwise a chain with a backlog would have to start over.
      if (isSettled && oldest !== chain) this.#signers.delete(oldest);
    }
  }

  /**
   * The folder comes first: this node must continue from every checkpoint that a reader may have seen.
   * @returns false if another node has taken the lease in the meantime, because its signature must not be replaced.
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

  /** A checkpoint without a signature by a key of the folder is replaced, regardless of its size. */
  async #dismiss(chain: number, note: string): Promise<void> {
    const { db, raise } = this.#deps;
    const message = 'The published checkpoint was signed by no key of the signing folder.';
    await raise(chain, { position: null, problem: 'altered_checkpoint', message });
    await db.deleteFrom('checkpoints').where('chain', '=', chain).where('note', '=', note).execute();
    this.#signers.delete(chain);
  }
}
