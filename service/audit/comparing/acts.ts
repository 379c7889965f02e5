/** Reads the evidence for comparisons: one artifact at a time, and its payload on request. */
import type { JsonObject } from '@assize/evidence-format';
import { changeIn } from '../../evidence/changes/index.ts';
import {
  artifactsBesidePayloads,
  type LeafAndPayload,
  leavesById,
  leavesOfType,
  type RareType,
  rangesOf,
  readPayload,
} from '../../evidence/reading/index.ts';
import type { ChainOfRows, CheckContext } from '../registry.ts';

/** Payloads are read several times, but all payloads of a page would take some 20 MB. */
let lastRead: { act: Act | null; payload: JsonObject | null } = { act: null, payload: null };

/** An artifact. */
export class Act {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly action: string;
  readonly verdict: string | null;
  readonly actor: string;
  /** ms since the epoch. */
  readonly at: number;
  /** null if it was removed. */
  readonly bytes: Uint8Array | null;

  constructor(leaf: Omit<LeafAndPayload, 'hash'>) {
    const { position, id, artifact_type, action, verdict, actor, created_at, payload } = leaf;
    this.position = position;
    this.id = id;
    this.type = artifact_type;
    this.action = action ?? '';
    this.verdict = verdict;
    this.actor = actor;
    this.at = created_at;
    this.bytes = payload;
  }

  get isGone(): boolean {
    return this.bytes === null;
  }

  /** null if it is gone, or is not a JSON object. */
  get payload(): JsonObject | null {
    if (this.bytes === null) return null;
    if (lastRead.act !== this) lastRead = { act: this, payload: readPayload(this.bytes) };
    return lastRead.payload;
  }

  /** The change of governance that it states; null if its payload is gone, or states none. */
  get change(): JsonObject | null {
    return changeIn(this.bytes);
  }
}

/** As {@link leavesOfType}. */
export async function* actsOfType(
  { db, chain }: ChainOfRows,
  type: RareType,
  only?: { actions?: readonly string[]; end?: number },
): AsyncGenerator<Act[], void> {
  for await (const page of leavesOfType(db, chain, type, only)) yield page.map((leaf) => new Act(leaf));
}

/** Evaluations in the order of the chain. @param verdict only those, or all. @param step how many positions at once. */
export async function* evaluationsIn(
  { db, chain, size }: CheckContext,
  verdict: string | null,
  step: number,
): AsyncGenerator<Act[], void> {
  for await (const { from, to } of rangesOf(size, step)) {
    // Without the hash, whose bytes would be copied for each.
    let wanted = artifactsBesidePayloads(db, chain)
      .select([
        'artifacts.position',
        'id',
        'artifact_type',
        'action',
        'verdict',
        'actor',
        'created_at',
        'payload',
      ])
      .where('artifacts.artifact_type', '=', 'governance_eval')
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', to)
      .orderBy('artifacts.position');
    if (verdict !== null) wanted = wanted.where('artifacts.verdict', '=', verdict);
    yield (await wanted.execute()).map((leaf) => new Act(leaf));
  }
}

/** The artifacts that these columns name, by id. */
export async function actsNamedIn<Column extends string>(
  { db, chain }: ChainOfRows,
  rows: readonly Readonly<Record<Column, string | null>>[],
  ...columns: readonly Column[]
): Promise<Map<string, Act>> {
  const ids = rows.flatMap((row) => columns.flatMap((column) => row[column] ?? []));
  const leaves = await leavesById(db, chain, ids);
  return new Map([...leaves].map(([id, leaf]) => [id, new Act(leaf)]));
}
