/**
 * Follows the chains: whenever one has grown, its tree is brought up to date and signed. One node of several does so.
 * Nobody waits for it, one chain that is far behind holds up no other, and one that is not consistent with what was
 * signed raises an alarm and is left unsigned until it is.
 */
import type { Logger } from 'pino';
import { holdLease, releaseLease } from '../../database/lease.ts';
import type { Clock } from '../../foundation/clock.ts';
import { chainId } from '../artifact.ts';
import type { Finding } from '../verification/alarms.ts';
import { behindHeads, headsOf } from './chain-heads.ts';
import {
  type ChainHead,
  type ChainSigner,
  openChainSigner,
  type Publication,
  publish,
  type SignerDeps,
} from './chain-signer.ts';
import { Refusal } from './refusal.ts';

export interface FollowerDeps extends SignerDeps {
  clock: Clock;
  log: Logger;
  /** Tells this process from every other. */
  holder: string;
  raise(chain: number, finding: Finding): Promise<void>;
}

export interface Follower {
  /** One round over all chains that have grown, and over those handed in that this node does not know to be signed. */
  round(also: readonly number[]): Promise<void>;
  /** Every chain is looked at anew: the keys have changed. */
  forget(): void;
  /** Lets another node go on at once. */
  release(): Promise<void>;
}

const LEASE = 'sign checkpoints';
/** Short: nothing is signed until the lease of a node that was killed has lapsed. */
const LEASE_MS = 2500;
const PROLONG_BEFORE_MS = 1500;

/** What one chain may take of a round, and what all that are far behind may. */
const PAGES_A_CHAIN = 64;
const PAGES_A_ROUND = 128;
const PUBLISHED_AT_ONCE = 16;
const MOST_CHAINS = 256;

/** A chain that was refused is looked at again, ever more rarely. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export function chainFollower(deps: FollowerDeps): Follower {
  const { db, clock, folder, log, holder, raise } = deps;
  const signers = new Map<number, ChainSigner>();
  /** Sizes that were signed, as far as this node has convinced itself. */
  const signed = new Map<number, number>();
  const refused = new Map<number, { retryAt: number; waitMs: number }>();
  let heldUntil = Number.NEGATIVE_INFINITY;

  async function round(also: readonly number[]): Promise<void> {
    const nowMs = clock.monotonic();
    const known = ({ chain, size, publishedSize }: ChainHead) =>
      signed.get(chain) === size && publishedSize === size;
    const others = (await headsOf(db, also)).filter((head) => !known(head));
    const found = [...(await behindHeads(db)), ...others];
    const heads = found.filter(({ chain }) => (refused.get(chain)?.retryAt ?? nowMs) <= nowMs);
    if (heads.length === 0 || !(await hold())) return;
    let pages = PAGES_A_ROUND;
    let ready: Publication[] = [];
    for (const head of heads) {
      const turn = pages > 0 ? await advance(head, Math.min(pages, PAGES_A_CHAIN)) : null;
      if (turn === null) continue;
      pages -= turn.pages;
      if (turn.publish !== null) ready.push(turn.publish);
      if (ready.length < PUBLISHED_AT_ONCE) continue;
      await keepAndPublish(ready);
      ready = [];
      if (!(await hold())) return;
    }
    await keepAndPublish(ready);
  }

  async function hold(): Promise<boolean> {
    const at = clock.monotonic();
    if (heldUntil - at > PROLONG_BEFORE_MS) return true;
    const held = await holdLease(db, { name: LEASE, holder, nowMs: clock.now(), forMs: LEASE_MS });
    heldUntil = held ? at + LEASE_MS : Number.NEGATIVE_INFINITY;
    // Another node may sign meanwhile, so what this one remembers is not the last word any more.
    if (!held) forget();
    return held;
  }

  function forget(): void {
    signers.clear();
    signed.clear();
  }

  /** @returns null where the chain was refused. */
  async function advance(head: ChainHead, pages: number) {
    const { chain } = head;
    try {
      const signer = await signerOf(head);
      const turn = await signer.advance(head, pages);
      if (signer.distrusts !== null) await dismiss(chain, signer.distrusts);
      refused.delete(chain);
      if (signer.isSettled) signed.set(chain, head.size);
      return turn;
    } catch (error) {
      signers.delete(chain);
      signed.delete(chain);
      if (!(error instanceof Refusal)) throw error;
      await refuse(chain, error);
      return null;
    }
  }

  async function signerOf({ chain }: ChainHead): Promise<ChainSigner> {
    const signer = signers.get(chain) ?? (await openChainSigner(deps, chain));
    signers.delete(chain);
    signers.set(chain, signer);
    for (const [oldest, { isSettled }] of signers) {
      if (signers.size <= MOST_CHAINS) break;
      // What is being caught up would have to begin again.
      if (isSettled && oldest !== chain) signers.delete(oldest);
    }
    return signer;
  }

  /** The folder first: a checkpoint that somebody has seen must be the one that this node goes on from. */
  async function keepAndPublish(ready: readonly Publication[]): Promise<void> {
    if (ready.length === 0) return;
    try {
      await Promise.all(ready.map(({ chain, note }) => folder.keepNote(chainId(chain), note)));
      await publish(db, ready, clock.now());
    } catch (error) {
      forget();
      throw error;
    }
  }

  async function refuse(chain: number, { finding }: Refusal): Promise<void> {
    const waitMs = Math.min(LONGEST_RETRY_MS, 2 * (refused.get(chain)?.waitMs ?? FIRST_RETRY_MS / 2));
    refused.set(chain, { waitMs, retryAt: clock.monotonic() + waitMs });
    log.warn({ chain: chainId(chain), problem: finding.problem }, 'a chain was not signed');
    await raise(chain, finding);
  }

  /** A checkpoint that no key of the folder has signed gives way, however large it says the chain is. */
  async function dismiss(chain: number, note: string): Promise<void> {
    const message = 'The published checkpoint was signed by no key of the signing folder.';
    await raise(chain, { position: null, problem: 'altered_checkpoint', message });
    await db.deleteFrom('checkpoints').where('chain', '=', chain).where('note', '=', note).execute();
    signers.delete(chain);
  }

  return {
    round,
    forget,
    async release() {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      await releaseLease(db, LEASE, holder);
    },
  };
}
