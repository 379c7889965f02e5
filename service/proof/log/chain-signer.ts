/**
 * Signs the tree of one chain, and only if it is consistent with what was signed before: what stands behind a
 * signature is that this node has seen the chain grow, and never anything else.
 */

import {
  checkpointOrigin,
  openCheckpoint,
  type Signer,
  sameHash,
  signCheckpoint,
  type VerifierKey,
} from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { chainId } from '../../evidence/index.ts';
import { type ChainTree, openTree, type TreeDeps } from './chain-tree.ts';
import type { SignedCheckpoint } from './checkpoints.ts';
import { lastSigned } from './last-signed.ts';
import { Refusal } from './refusal.ts';
import type { SigningFolder } from './signing-folder.ts';

/** The chain's head row, and the size of its published checkpoint; null where it has none. */
export interface ChainHead {
  chain: number;
  size: number;
  headHash: Uint8Array;
  publishedSize: number | null;
}

export interface SignerDeps extends TreeDeps {
  folder: SigningFolder;
  /** Keys of this chain that sign now, the newest first. */
  signers(chain: number): Signer[];
  verifiers(chain: number): VerifierKey[];
}

export interface Turn {
  /** Pages taken in. */
  pages: number;
  /** What is to be published, in the place of what is; null where that is as it should be. */
  publish: Publication | null;
}

/** To be kept in the folder first. */
export interface Publication extends Signed {
  chain: number;
}

type Signed = Omit<SignedCheckpoint, 'signedAt'>;

export interface ChainSigner {
  /** Takes in at most so many pages, and signs where that is all of them. @throws {Refusal} */
  advance(head: ChainHead, pages: number): Promise<Turn>;
  /** Of what it signed last; null where nothing. */
  readonly signedSize: number | null;
  /** Whether it can be forgotten without losing work. */
  readonly isSettled: boolean;
  /** The published checkpoint can't be trusted, and is to be replaced whatever it says. */
  readonly distrusts: string | null;
}

export async function openChainSigner(deps: SignerDeps, chain: number): Promise<ChainSigner> {
  const last = await lastSigned(deps.db, deps.folder, chain, deps.verifiers(chain));
  const tree = await openTree(deps, chain, last.signed?.size ?? 0);
  let signed: Signed | null = last.signed;
  let isProven = false;

  async function advance(head: ChainHead, pages: number): Promise<Turn> {
    requireLength(head.size, signed);
    let taken = 0;
    if (!isProven) {
      taken = await tree.grow(signed?.size ?? 0, pages);
      isProven = proves(tree, signed);
      if (!isProven) return { pages: taken, publish: null };
    }
    taken += await tree.grow(head.size, pages - taken);
    if (tree.size < head.size) return { pages: taken, publish: null };
    if (!sameHash(tree.head, head.headHash)) {
      const message = 'The head of the chain names another hash than its last artifact has.';
      throw new Refusal('wrong_head', message, head.size - 1);
    }
    return { pages: taken, publish: next(head) };
  }

  function next({ publishedSize }: ChainHead): Publication | null {
    const [newest] = deps.signers(chain);
    if (signed === null || tree.size > signed.size || !isSignedBy(signed, newest)) {
      signed = { size: tree.size, root: tree.root(), note: sign(deps, chain, tree) };
    } else if (publishedSize === signed.size && last.trusted && last.isKept) {
      return null;
    }
    return { chain, ...signed };
  }

  return {
    advance,
    get signedSize() {
      return signed?.size ?? null;
    },
    get isSettled() {
      return isProven && tree.size === (signed?.size ?? 0);
    },
    distrusts: last.trusted ? null : last.published,
  };
}

/** What an acknowledged restore goes on from: nothing before it is looked at, for that is what is missing. */
export async function signAgain(
  deps: Omit<SignerDeps, 'verifiers'>,
  chain: number,
  size: number,
): Promise<Publication> {
  const tree = await openTree(deps, chain, size);
  await tree.grow(size, Number.POSITIVE_INFINITY);
  return { chain, size, root: tree.root(), note: sign(deps, chain, tree) };
}

/** Whether the chain begins with what was signed last, without a change to anything. @throws {Refusal} where not. */
export async function requireSigned(
  deps: Omit<SignerDeps, 'signers'>,
  chain: number,
  size: number,
): Promise<void> {
  const { signed } = await lastSigned(deps.db, deps.folder, chain, deps.verifiers(chain));
  requireLength(size, signed);
  const tree = await openTree({ ...deps, storesNothing: true }, chain, signed?.size ?? 0);
  await tree.grow(signed?.size ?? 0, Number.POSITIVE_INFINITY);
  proves(tree, signed);
}

function requireLength(size: number, signed: Signed | null): void {
  if (signed === null || size >= signed.size) return;
  const message = `The chain has ${size} artifacts, and ${signed.size} were signed.`;
  throw new Refusal('shorter_than_signed', message);
}

/**
 * Whether the tree has come to where it was signed last; nothing signed is proven as it is.
 * @throws {Refusal} `history_rewritten` where it is another tree.
 */
function proves(tree: ChainTree, signed: Signed | null): boolean {
  if (signed === null) return true;
  if (tree.size < signed.size) return false;
  if (sameHash(tree.root(), signed.root)) return true;
  const message = `The first ${signed.size} artifacts, or their tiles, are not those that were signed.`;
  throw new Refusal('history_rewritten', message);
}

/** After a change of keys, a checkpoint is signed again as it is. */
function isSignedBy({ note }: Signed, newest: VerifierKey | undefined): boolean {
  return newest === undefined || openCheckpoint(note, [newest]).fault === null;
}

function sign(deps: Pick<SignerDeps, 'signers'>, chain: number, tree: ChainTree): string {
  const origin = checkpointOrigin(chainId(chain));
  const checkpoint = { origin, size: tree.size, root: tree.root(), extensions: [] };
  return signCheckpoint(checkpoint, ...deps.signers(chain));
}

/** A checkpoint takes the place of a smaller one, never of a larger. */
export async function publish(
  db: Database,
  publications: readonly Publication[],
  nowMs: number,
): Promise<void> {
  const rows = publications.map(({ chain, size, root, note }) => ({
    chain,
    size,
    root,
    note,
    signed_at: nowMs,
  }));
  await db
    .insertInto('checkpoints')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('chain')
        .doUpdateSet((row) => ({
          size: row.ref('excluded.size'),
          root: row.ref('excluded.root'),
          note: row.ref('excluded.note'),
          signed_at: row.ref('excluded.signed_at'),
        }))
        .whereRef('checkpoints.size', '<=', 'excluded.size'),
    )
    .execute();
}
