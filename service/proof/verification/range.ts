/**
 * Verifies a range of positions from stored bytes alone: each leaf, link and payload, and the tiles that the range
 * fills. The caller adds the rest: the state before the range, and the payloads that may be gone.
 */

import {
  chainVerifier,
  HASH_BYTES,
  hashesOfTile,
  isStatement,
  type Span,
  TILE_WIDTH,
  treeRoot,
} from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { EvidenceReader } from '../../database/evidence/stored-evidence.ts';
import { type SoundRun, soundRun, statementOf } from './lean.ts';
import { damagedRecords, damagedTile, missingRecords, type Problem } from './problem.ts';
import type { Statement } from './removals.ts';
import { tileProblem } from './tree/stored-tile.ts';

/** Plain data, so that it can be sent to a thread. */
export interface RangeQuestion extends Span {
  /** The beginning of a tile, like `start`. */
  chain: number;
  /** Tiles of artifacts before this position must exist. */
  tiled: number;
}

export interface RangeAnswer extends Span {
  /** The previous hash that the first record names; empty if that record is missing. */
  previousHash: string;
  /** The hash of the last record; empty if it is missing. */
  lastHash: string;
  /** The first problems, by position. */
  problems: Problem[];
  /** Records that are missing or not sound. */
  faulty: number;
  withheld: Span[];
  statements: Statement[];
  /** The root of each full tile, as hex; empty if a record of it is missing. */
  tileRoots: string[];
  /** Leaf hashes after the last full tile, as hex. */
  rest: string[];
}

/** Positions in one step: enough to make the cost of a statement small, while their leaves fit into a few megabytes. */
const RUN_LENGTH = 16 * TILE_WIDTH;
/** The maximum number of reported faults. */
export const MAX_PROBLEMS = 100;

export async function verifyRange(reader: EvidenceReader, question: RangeQuestion): Promise<RangeAnswer> {
  const { chain, start, end } = question;
  const lists = { problems: [], withheld: [], statements: [], tileRoots: [], rest: [] };
  const answer: RangeAnswer = { start, end, previousHash: '', lastHash: '', faulty: 0, ...lists };
  for (let from = start; from < end; from += RUN_LENGTH) {
    const span = { start: from, end: Math.min(from + RUN_LENGTH, end) };
    // If the previous record is missing, the hash that this record names is used.
    const previousHash = answer.lastHash || (await hashBefore(reader, chain, from));
    if (from === start) answer.previousHash = previousHash;
    const run = await runOf(reader, chain, span, previousHash);
    note(answer, run);
    await addTiles(reader, question, answer, run.hashes, from);
    answer.lastHash = run.hashes.at(-1) ?? '';
  }
  return answer;
}

interface Run extends SoundRun {
  problems?: Problem[];
  faulty?: number;
  /** Records that the database can't read. */
  damaged?: Span[];
}

async function runOf(reader: EvidenceReader, chain: number, span: Span, previousHash: string): Promise<Run> {
  try {
    const sound = await soundRun(reader, { number: chain, name: chainId(chain) }, span, previousHash);
    return sound ?? (await faultyRun(reader, chain, span, previousHash));
  } catch (error) {
    if (!reader.isDamaged(error)) throw error;
    return damagedRun(reader, chain, span, previousHash);
  }
}

/** Reads each half separately, so that a damaged page hides only its own records. */
async function damagedRun(
  reader: EvidenceReader,
  chain: number,
  { start, end }: Span,
  previousHash: string,
): Promise<Run> {
  if (end === start + 1) {
    return { hashes: [''], withheld: [], statements: [], faulty: 1, damaged: [{ start, end }] };
  }
  const middle = Math.floor((start + end) / 2);
  const first = await runOf(reader, chain, { start, end: middle }, previousHash);
  const hash = first.hashes.at(-1) || (await hashBefore(reader, chain, middle));
  const second = await runOf(reader, chain, { start: middle, end }, hash);
  return {
    hashes: [...first.hashes, ...second.hashes],
    withheld: [...first.withheld, ...second.withheld],
    statements: [...first.statements, ...second.statements],
    problems: [...(first.problems ?? []), ...(second.problems ?? [])],
    faulty: (first.faulty ?? 0) + (second.faulty ?? 0),
    damaged: [...(first.damaged ?? []), ...(second.damaged ?? [])],
  };
}

function note(answer: RangeAnswer, run: Run): void {
  const { withheld, statements, faulty = 0, damaged = [] } = run;
  const problems = [...(run.problems ?? []), ...joined(damaged).map(damagedRecords)];
  answer.problems.push(...problems.slice(0, MAX_PROBLEMS - answer.problems.length));
  answer.faulty += faulty;
  answer.statements.push(...statements);
  answer.withheld = joined([...answer.withheld, ...withheld]);
}

/** Spans in their order, with adjacent ones merged. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of spans) {
    const last = found.at(-1);
    if (last?.end === start) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** The previous hash that the record at this position names; empty if it can't be read. */
async function hashBefore(reader: EvidenceReader, chain: number, start: number): Promise<string> {
  try {
    const [first] = await reader.leaves(chain, start, start + 1);
    return first?.previous_hash ?? '';
  } catch (error) {
    if (!reader.isDamaged(error)) throw error;
    return '';
  }
}

/** Checks the run record by record, and names the faults. */
async function faultyRun(
  reader: EvidenceReader,
  chain: number,
  { start, end }: Span,
  previousHash: string,
): Promise<Run> {
  const name = chainId(chain);
  const run: SoundRun = { hashes: [], withheld: [], statements: [] };
  const problems: Problem[] = [];
  const before = Buffer.from(previousHash, 'hex');
  const verifier = chainVerifier({ chain: name, index: start, previousHash: before });
  for await (const page of reader.pages(chain, start, end)) {
    for (const row of page) {
      const { position, payload } = row;
      const { index: expected } = verifier.position;
      const fault = verifier.next({ ...row, chain: name, index: position, created_at_ms: row.created_at });
      // After a gap, the check continues with the next record, which may be wrong as well.
      if (fault !== null && problems.length < MAX_PROBLEMS) problems.push(fault);
      run.hashes.push(...new Array<string>(Math.max(0, position - expected)).fill(''), hexOf(row.hash));
      if (payload === null) run.withheld.push({ start: position, end: position + 1 });
      else if (fault === null && isStatement(row.artifact_type, row.action))
        run.statements.push(statementOf(row, payload));
    }
  }
  const { index: reached } = verifier.position;
  if (reached < end) problems.push(missingRecords(reached, end));
  run.hashes.push(...new Array<string>(end - start - run.hashes.length).fill(''));
  const { verified, withheld } = verifier.counts;
  return { ...run, problems, faulty: end - start - verified - withheld };
}

function hexOf(hash: unknown): string {
  const isHash = hash instanceof Uint8Array && hash.length === HASH_BYTES;
  return isHash ? Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex') : '';
}

/** Compares the stored tiles with the leaf hashes, and collects the roots for the tree above. */
async function addTiles(
  reader: EvidenceReader,
  { chain, tiled: wanted }: RangeQuestion,
  answer: RangeAnswer,
  hashes: readonly string[],
  start: number,
): Promise<void> {
  const [first, full] = [start / TILE_WIDTH, Math.floor(hashes.length / TILE_WIDTH)];
  const stored = new Map<number, Uint8Array>();
  let tiled = wanted;
  try {
    for (const { tile, hashes: bytes } of await reader.tiles(chain, 0, first, first + full))
      stored.set(tile, bytes);
  } catch (error) {
    if (!reader.isDamaged(error)) throw error;
    answer.problems.push(damagedTile(start));
    tiled = 0;
  }
  for (let place = 0; place < full; place += 1) {
    const leafHashes = hashes.slice(place * TILE_WIDTH, (place + 1) * TILE_WIDTH);
    const isWhole = !leafHashes.includes('');
    const bytes = Buffer.from(leafHashes.join(''), 'hex');
    answer.tileRoots.push(isWhole ? hexOf(treeRoot(hashesOfTile(bytes))) : '');
    // Missing records are reported, but not the faults that follow from them.
    if (!isWhole || answer.problems.length >= MAX_PROBLEMS) continue;
    const index = first + place;
    const needed = (index + 1) * TILE_WIDTH <= tiled ? TILE_WIDTH : 0;
    const expected = { level: 0, index, hashes: bytes, needed };
    const problem = tileProblem(stored.get(index) ?? null, expected);
    if (problem !== null) answer.problems.push(problem);
  }
  answer.rest = hashes.slice(full * TILE_WIDTH);
}
