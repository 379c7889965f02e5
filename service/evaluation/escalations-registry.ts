/** Escalations and the evaluations that made them: one of each for the other. */
import type { Selectable } from 'kysely';
import type { EscalationsTable } from '../database/tables.ts';
import {
  type CheckContext,
  type LeafAndPayload,
  leavesById,
  PAGE_ROWS,
  Positions,
  pagesOf,
  rangesOf,
  readPayload,
  registryOnThread,
  Tally,
  type ThreadCheck,
} from '../evidence/truth/index.ts';

export const escalationsRegistry = registryOnThread('escalations', import.meta.url);

const POSITIONS_AT_ONCE = 16_384;

type Row = Selectable<EscalationsTable>;

export const check: ThreadCheck = async (context) => {
  const { db, chain, size } = context;
  const tally = new Tally();
  const escalated = new Positions(size);
  for await (const rows of pagesOf((after: Row | undefined) => readRows(context, after))) {
    const leaves = await leavesById(
      db,
      chain,
      rows.map(({ evidence_id }) => evidence_id),
    );
    for (const row of rows) {
      tally.checked();
      const leaf = leaves.get(row.evidence_id);
      const what = faultOf(row, leaf, escalated);
      if (what !== null) tally.gap(what, leaf?.position ?? null, row.evidence_id);
      if (leaf !== undefined && leaf.position < size) escalated.add(leaf.position);
    }
  }
  await findUnescalated(tally, context, escalated);
  return tally.report();
};

function readRows({ db, chain }: CheckContext, after: Row | undefined): Promise<Row[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where('chain', '=', chain)
    .where('escalation_id', '>', after?.escalation_id ?? '')
    .orderBy('escalation_id')
    .limit(PAGE_ROWS)
    .execute();
}

function faultOf(row: Row, leaf: LeafAndPayload | undefined, escalated: Positions): string | null {
  const it = `Escalation ${row.escalation_id}`;
  if (leaf?.artifact_type !== 'governance_eval')
    return `${it} names an evaluation that is not in this chain.`;
  if (leaf.verdict !== 'escalate') return `${it} names an evaluation whose verdict is ${leaf.verdict}.`;
  if (escalated.has(leaf.position)) return `${it} is not the only one of its evaluation.`;
  if (row.created_at !== leaf.created_at) return `${it} was made at another time than its evaluation.`;
  if (leaf.payload === null) return null;
  if (readPayload(leaf.payload)?.escalation_id === row.escalation_id) return null;
  return `${it} is not the one that its evaluation records.`;
}

async function findUnescalated(
  tally: Tally,
  { db, chain, size }: CheckContext,
  escalated: Positions,
): Promise<void> {
  for (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const evaluations = await db
      .selectFrom('artifacts')
      .select(['position', 'id'])
      .where('chain', '=', chain)
      .where('position', '>=', from)
      .where('position', '<', to)
      .where('artifact_type', '=', 'governance_eval')
      .where('verdict', '=', 'escalate')
      .orderBy('position')
      .execute();
    for (const { position, id } of evaluations) {
      if (escalated.has(position)) continue;
      tally.checked();
      tally.gap('The verdict is escalate, but nothing waits for a human.', position, id);
    }
  }
}
