/**
 * Verifies a chain from its stored bytes: every leaf, link and commitment, the tree against checkpoints, and each
 * missing payload against a statement of its removal. Continues from the last verified position, or starts over.
 */
import {
  formatHash,
  GENESIS_HASH,
  positionsIn,
  type Span,
  type StatedRestore,
  TILE_WIDTH,
} from '@assize/evidence-format';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { unlessUnavailable } from '../../foundation/failure.ts';
import { type HeldCheckpoint, type SignedState, type SigningView, signedState } from './held-checkpoints.ts';
import { type LastVerified, readLastVerified, storeLastVerified } from './last-verified.ts';
import { inOrder, missingPayloads, type Problem, shorterThan, wrongHead } from './problem.ts';
import { type JoinedRanges, joinRanges, type Pace, rangesOf, usualPace, verifyRanges } from './ranges.ts';
import { countRemoved, NO_REMOVALS, type Removals, withoutStatement, withRemovals } from './removals.ts';
import { rewrittenHistory, upperTileProblems } from './tree/against-tree.ts';
import { rootOfState, type TreeOfTiles, treeOfTiles } from './tree/tree-of-tiles.ts';
import type { RangeVerifier } from './verify-threads.ts';

export interface VerifyDeps {
  db: Database;
  kind: DatabaseLocation['kind'];
  clock: Clock;
  signing: SigningView;
  ranges: RangeVerifier;
}

export interface VerifyQuestion {
  /** Verify everything, regardless of earlier results. */
  full?: boolean;
  /** The caller's own checkpoint. */
  trusted?: HeldCheckpoint;
  pace?: Partial<Pace>;
}

export interface ChainVerification {
  valid: boolean;
  /** Whether everything was verified, or only the records since the last verified position. */
  mode: 'incremental' | 'full';
  /** The number of artifacts ever appended, which is the size of the tree. */
  totalArtifacts: number;
  /** Artifacts whose leaf, link and payload are sound, verified now or earlier. */
  verifiedCount: number;
  /** Artifacts whose removal at the end of their retention is stated. */
  prunedCount: number;
  /** Artifacts whose redaction is stated. */
  redactedCount: number;
  /** `sha256:` and hex, as the head row has it. */
  chainHeadHash: string;
  /** `sha256:` and hex; null if a record is missing, because then there is no tree. */
  rootHash: string | null;
  /** The newest signed checkpoint that the chain was compared with, verbatim; null if there is none. */
  checkpoint: string | null;
  firstInvalid: Problem | null;
  /** Restores of older databases, as stated by records of the chain. */
  restores: readonly StatedRestore[];
  /** The problems by position, at most some hundreds. */
  problems: Problem[];
}

interface Head {
  size: number;
  hash: string;
}

/** Checks the chain as of the call; artifacts appended in the meantime are left to the next run. */
export async function verifyChain(
  deps: VerifyDeps,
  chain: number,
  question: VerifyQuestion = {},
): Promise<ChainVerification> {
  const signed = await signedState(deps.db, deps.signing, chain);
  const held = question.trusted === undefined ? signed.held : [...signed.held, question.trusted];
  const last = await readLastVerified(deps.db, chain);
  const head = await readHead(deps.db, chain);
  const base = question.full ? null : goOnFrom(last, head, held);
  const found = await look(deps, chain, { ...question, base, head, signed });

  const problems = [...signed.problems, ...found.problems];
  if (last !== null && last.size > head.size) problems.push(shorterThan('verified', head.size, last.size));
  const { restores } = found.removed;
  problems.push(...(await rewrittenHistory({ ...deps, chain }, { ...found, restores }, head.size, held)));
  if (problems.length === 0 && found.next !== null) {
    const stored = storeLastVerified(deps.db, chain, found.next, deps.clock.now(), base === null);
    // The result is valid even if it can't be stored, for example on a full disk: the next run then starts where this one did.
    await stored.catch(unlessUnavailable);
  }
  return describe(head, found, inOrder(problems), base, signed);
}

async function readHead(db: Database, chain: number): Promise<Head> {
  const { size, head_hash } = await db
    .selectFrom('chains')
    .select(['size', 'head_hash'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { size, hash: Buffer.from(head_hash).toString('hex') };
}

/** An earlier checkpoint can only be compared with a tree that is built from the beginning. */
function goOnFrom(
  last: LastVerified | null,
  head: Head,
  held: readonly HeldCheckpoint[],
): LastVerified | null {
  if (last === null || last.size > head.size) return null;
  return held.some(({ size }) => size < last.size) ? null : last;
}

/** The findings, and the tree to compare with checkpoints. */
export interface Found extends JoinedRanges {
  removed: Removals;
  /** null if a record is missing. */
  tree: TreeOfTiles | null;
  /** `sha256:` and hex, of the tree of the whole chain. */
  root: string | null;
  /** The position for the next run if this one finds nothing; null if it is no later than before. */
  next: LastVerified | null;
}

interface Look extends VerifyQuestion {
  base: LastVerified | null;
  head: Head;
  signed: SignedState;
}

async function look(deps: VerifyDeps, chain: number, asked: Look): Promise<Found> {
  const { base, head, signed } = asked;
  const start = base?.size ?? 0;
  const stop = stopAt(head.size, signed);
  const pace = { ...usualPace(deps.ranges.width), ...asked.pace };
  const question = { chain, tiled: signed.tiled };
  const answers = await verifyRanges(
    deps.ranges,
    question,
    rangesOf({ start, stop, end: head.size }, pace.rangeLength),
    pace,
  );
  const hashBefore = base?.hash ?? Buffer.from(GENESIS_HASH).toString('hex');
  const joined = joinRanges(answers, hashBefore);
  const { problems, lastHash, tileRoots, rest } = joined;
  if (lastHash !== '' && lastHash !== head.hash) problems.push(wrongHead(head.size));

  const removed = withRemovals(base?.removals ?? NO_REMOVALS, joined.statements);
  const gone = await withoutLateRemovals(
    deps,
    question,
    head.size,
    withoutStatement(joined.withheld, removed),
  );
  problems.push(...gone.map((span) => missingPayloads(span.start, span.end)));
  joined.faulty += positionsIn(gone);

  let tree: TreeOfTiles | null = null;
  if (tileRoots !== null && rest !== null) {
    tree = treeOfTiles(base?.tree);
    tree.append(tileRoots);
    problems.push(...(await upperTileProblems(deps.db, chain, tree, signed.tiled)));
  }
  const hash = stop === start ? hashBefore : answers.find(({ end }) => end === stop)?.lastHash;
  const moves = base === null || stop > start;
  return {
    ...joined,
    removed,
    tree,
    root: tree === null || rest === null ? null : rootOfState(tree.stateAt(head.size, rest)),
    next:
      moves && tree !== null && hash !== undefined
        ? { size: stop, hash, tree: tree.stateAt(stop, []), removals: removed }
        : null,
  };
}

/** Not later than the last signature, so that every future checkpoint can be compared with the tree from there. */
function stopAt(size: number, { held }: SignedState): number {
  const signed = Math.min(size, ...held.map((checkpoint) => checkpoint.size));
  return Math.floor(signed / TILE_WIDTH) * TILE_WIDTH;
}

/** Payloads may have been removed since the head was read, with statements after that head. */
async function withoutLateRemovals(
  { db, ranges }: VerifyDeps,
  question: { chain: number; tiled: number },
  size: number,
  gone: Span[],
): Promise<Span[]> {
  if (gone.length === 0) return gone;
  const { size: now } = await readHead(db, question.chain);
  const start = Math.floor(size / TILE_WIDTH) * TILE_WIDTH;
  if (now <= size) return gone;
  const late = await ranges.verify({ ...question, start, end: now });
  return late.problems.length > 0 ? gone : withoutStatement(gone, withRemovals(NO_REMOVALS, late.statements));
}

function describe(
  head: Head,
  found: Found,
  problems: Problem[],
  base: LastVerified | null,
  { note }: SignedState,
): ChainVerification {
  const { pruned, redacted } = countRemoved(found.removed);
  return {
    valid: problems.length === 0,
    mode: base === null ? 'full' : 'incremental',
    totalArtifacts: head.size,
    verifiedCount: Math.max(0, head.size - pruned - redacted - found.faulty),
    prunedCount: pruned,
    redactedCount: redacted,
    chainHeadHash: formatHash(Buffer.from(head.hash, 'hex')),
    rootHash: found.root,
    checkpoint: note,
    firstInvalid: problems[0] ?? null,
    restores: found.removed.restores,
    problems,
  };
}
