/** The log of a chain for its readers. If the tree no longer matches the signature, it raises an alarm instead. */
import {
  type EntryBundle,
  formatProofFile,
  leafHash,
  parseBundlePath,
  parseTilePath,
  sameHash,
  TILE_WIDTH,
  tileWidth,
} from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import type { TreeDeps } from './chain-tree.ts';
import {
  AlteredTree,
  type CheckpointedTree,
  type ProvenConsistency,
  proveArtifact,
  proveGrowth,
  tileOf,
} from './checkpointed-tree.ts';
import { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from './checkpoints.ts';
import { type EvidenceRecord, findRecord, leavesBetween } from './record.ts';
import type { Signing } from './signing/signing.ts';
import { cosignedCheckpoint, withCosignatures } from './witnesses/cosigned.ts';

export interface LogDeps extends TreeDeps {
  signing: Pick<Signing, 'alarm'>;
}

const RETRY_AFTER_SECONDS = 5;
/** Bytes of the length before each entry (C2SP tlog-tiles, Log Entries). */
const LENGTH_BYTES = 2;
const MAX_ENTRY_BYTES = 0xffff;

/** @throws {Failure} `not_found` while there is none. */
export async function checkpointOf(db: Database, chain: number): Promise<SignedCheckpoint> {
  const checkpoint = await latestCheckpoint(db, chain);
  if (checkpoint !== null) return withCosignatures(db, chain, checkpoint);
  throw new Failure('not_found', 'There is no checkpoint: nothing of this chain has been signed yet.');
}

/** @throws {Failure} `not_found`, also for an artifact of another chain. */
export async function recordOf(db: Database, chain: number, id: string): Promise<EvidenceRecord> {
  const record = await findRecord(db, chain, id);
  if (record !== null) return record;
  throw new Failure('not_found', 'There is no such evidence record.');
}

/** The newest checkpoint that witnesses have cosigned, with their lines. @throws {Failure} `not_found` while there is none. */
export async function witnessedCheckpointOf(db: Database, chain: number): Promise<SignedCheckpoint> {
  const checkpoint = await cosignedCheckpoint(db, chain);
  if (checkpoint !== null) return checkpoint;
  throw new Failure('not_found', 'No witness has cosigned a checkpoint of this chain yet.');
}

/** The C2SP tlog-proof of a record, with its leaf as extra data. @throws {Failure} `not_found`; `unavailable` */
export async function proofOf(deps: LogDeps, chain: number, id: string): Promise<string> {
  const { position, hash, leaf } = await recordOf(deps.db, chain, id);
  const checkpoint =
    (await cosignedCheckpoint(deps.db, chain, position + 1)) ??
    (await checkpointCovering(deps.db, chain, position + 1));
  return alarmOnTampering(deps, chain, async () => {
    if (!sameHash(leafHash(leaf), hash)) throw new AlteredTree(`artifact ${position} was altered`);
    const { hashes } = await proveArtifact(
      { db: deps.db, kind: deps.kind, chain, checkpoint },
      position,
      hash,
    );
    const extra = Buffer.from(leaf, 'utf8');
    return formatProofFile({ index: position, hashes, checkpoint: checkpoint.note, extra });
  });
}

/** Proves that the checkpoint continues `from` artifacts. @throws {Failure} `invalid`; `not_found`; `unavailable`. */
export async function consistencySince(
  deps: LogDeps,
  chain: number,
  from: number,
): Promise<ProvenConsistency> {
  const checkpoint = await checkpointOf(deps.db, chain);
  if (from > checkpoint.size) {
    const message = `Input should be less than or equal to ${checkpoint.size}, the size of the newest checkpoint`;
    throw Failure.invalid([{ field: ['from'], message, type: 'less_than_equal' }]);
  }
  return alarmOnTampering(deps, chain, () =>
    proveGrowth({ db: deps.db, kind: deps.kind, chain, checkpoint }, from),
  );
}

/**
 * The bytes of a tile or an entry bundle, by its path below the log's address (C2SP tlog-tiles).
 * @throws {Failure} `not_found` for any other path, and beyond the newest checkpoint.
 */
export async function logResource(deps: LogDeps, chain: number, path: string): Promise<Uint8Array> {
  const checkpoint = await checkpointOf(deps.db, chain);
  const tree = { db: deps.db, kind: deps.kind, chain, checkpoint };
  const bundle = read(path, parseBundlePath);
  const tile = bundle === null ? read(path, parseTilePath) : null;
  const bytes = await alarmOnTampering(deps, chain, async () => {
    if (bundle !== null) return bundleOf(tree, bundle);
    return tile === null ? null : ((await tileOf(tree, tile))?.bytes ?? null);
  });
  if (bytes === null) throw new Failure('not_found', 'The log has no such tile.');
  return bytes;
}

async function bundleOf(
  { db, chain, checkpoint }: CheckpointedTree,
  { index, width }: EntryBundle,
): Promise<Uint8Array | null> {
  if (width > tileWidth(checkpoint.size, 0, index)) return null;
  const start = index * TILE_WIDTH;
  const leaves = await leavesBetween(db, chain, start, start + width);
  if (leaves.length < width) throw new AlteredTree(`artifacts after ${start} are missing`);
  return Buffer.concat(leaves.flatMap(entryOf));
}

function entryOf(leaf: string): Buffer[] {
  const bytes = Buffer.from(leaf, 'utf8');
  if (bytes.length > MAX_ENTRY_BYTES) throw new RangeError(`a leaf of ${bytes.length} bytes fits no bundle`);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(bytes.length);
  return [length, bytes];
}

function read<T>(path: string, parse: (path: string) => T): T | null {
  try {
    return parse(path);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function alarmOnTampering<T>(deps: LogDeps, chain: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AlteredTree)) throw error;
    const message = `The artifacts or tiles of the chain no longer give what was signed: ${error.message}.`;
    await deps.signing.alarm(chain, { position: null, problem: 'altered_tree', message });
    throw Failure.unavailable(RETRY_AFTER_SECONDS, error);
  }
}
