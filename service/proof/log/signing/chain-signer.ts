/** Signs the tree of one chain only if it continues the last signature: this node has watched the chain grow. */

import {
  checkpointOrigin,
  openCheckpoint,
  type Signer,
  sameHash,
  signCheckpoint,
  type VerifierKey,
} from '@assize/evidence-format';
import { chainId } from '../../../database/chain-id.ts';
import type { Database } from '../../../database/open.ts';
import { sizeOf } from '../../../evidence/reading/index.ts';
import { type ChainTree, openTree, type TreeDeps } from '../chain-tree.ts';
import type { SignedCheckpoint } from '../checkpoints.ts';
import { Refusal } from '../refusal.ts';
import { unstatedRefusal } from '../unstated.ts';
import { lastSigned } from './last-signed.ts';
import type { SigningFolder } from './signing-folder.ts';

/** The chain's head row, and the size of its published checkpoint; null if it has none. */
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
  /** Pages read. */
  pages: number;
  /** The checkpoint to publish; null if the published one is current. */
  publish: Publication | null;
}

/** A signed checkpoint to publish. Store it in the folder first. */
export interface Publication extends Signed {
  chain: number;
}

type Signed = Omit<SignedCheckpoint, 'signedAt'>;

export type ChainSigner = Awaited<ReturnType<typeof openChainSigner>>;

export async function openChainSigner(deps: SignerDeps, chain: number) {
  const last = await lastSigned(deps.db, deps.folder, chain, () => deps.verifiers(chain));
  const restored = await deps.folder.unstated(chainId(chain));
  const tree = await openTree(deps, chain, last.signed?.size ?? 0);
  let signed: Signed | null = last.signed;
  let isProven = false;

  /** Reads at most this many pages, and signs if there are no more. @throws {Refusal} */
  async function advance(head: ChainHead, pages: number): Promise<Turn> {
    requireLength(head.size, signed);
    if (restored !== null) throw unstatedRefusal(restored);
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
    /** The size that it signed last; null if it has not signed. */
    get signedSize() {
      return signed?.size ?? null;
    },
    /** Whether it can be forgotten without losing work. */
    get isSettled() {
      return isProven && tree.size === (signed?.size ?? 0);
    },
    /** The published note if it can't be trusted and must be replaced; otherwise null. */
    distrusts: last.trusted ? null : last.published,
  };
}

/** The state from which an acknowledged restore continues: records of earlier signatures are missing. */
export async function signAgain(
  deps: Omit<SignerDeps, 'verifiers'>,
  chain: number,
  size: number,
): Promise<Publication> {
  const tree = await openTree(deps, chain, size);
  await tree.grow(size, Number.POSITIVE_INFINITY);
  return { chain, size, root: tree.root(), note: sign(deps, chain, tree) };
}

/** Checks that the chain begins with the last signed tree, and changes nothing. @throws {Refusal} if it does not. */
export async function requireSigned(deps: Omit<SignerDeps, 'signers'>, chain: number): Promise<void> {
  const { signed } = await lastSigned(deps.db, deps.folder, chain, () => deps.verifiers(chain));
  // Read after the signed checkpoint, so the chain must be at least as long.
  requireLength(await sizeOf(deps.db, chain), signed);
  const tree = await openTree({ ...deps, storesNothing: true }, chain, signed?.size ?? 0);
  await tree.grow(signed?.size ?? 0, Number.POSITIVE_INFINITY);
  proves(tree, signed);
  const restored = await deps.folder.unstated(chainId(chain));
  if (restored !== null) throw unstatedRefusal(restored);
}

/** @throws {Refusal} if the chain has lost records that were signed. */
export function requireLength(size: number, signed: Pick<Signed, 'size'> | null): void {
  if (signed === null || size >= signed.size) return;
  const message = `The chain has ${size} artifacts, and ${signed.size} were signed.`;
  throw new Refusal('shorter_than_signed', message);
}

/** Whether the tree has reached the last signed size. @throws {Refusal} `history_rewritten` if it is another tree. */
function proves(tree: ChainTree, signed: Signed | null): boolean {
  if (signed === null) return true;
  if (tree.size < signed.size) return false;
  if (sameHash(tree.root(), signed.root)) return true;
  const message = `The first ${signed.size} artifacts, or their tiles, are not those that were signed.`;
  throw new Refusal('history_rewritten', message);
}

/** After a change of keys, the same checkpoint is signed again. */
function isSignedBy({ note }: Signed, newest: VerifierKey | undefined): boolean {
  return newest === undefined || openCheckpoint(note, [newest]).fault === null;
}

function sign(deps: Pick<SignerDeps, 'signers'>, chain: number, tree: ChainTree): string {
  const origin = checkpointOrigin(chainId(chain));
  const checkpoint = { origin, size: tree.size, root: tree.root(), extensions: [] };
  return signCheckpoint(checkpoint, ...deps.signers(chain));
}

/** A checkpoint replaces a smaller one, never a larger one. */
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
