/**
 * Compares mandates with the evidence of who opened, changed, used up and closed them, and what is counted as used with
 * the evaluations that used it.
 */

import type { JsonObject } from '@assize/evidence-format';
import { sha256Text } from '@assize/evidence-format';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesById, leavesOfType, readPayload } from '../../evidence/reading/index.ts';
import {
  MANDATE_CLOSED,
  MANDATE_NARROWED,
  MANDATE_OPENED,
  MANDATE_WIDENED,
  type MandateRow,
  mandatesOf,
  termsOf,
} from '../../mandates/index.ts';
import { MANDATE_USED_UP } from '../../mandates/standing/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const mandatesRegistry: Registry = { name: 'mandates', check };

const CHANGES: readonly (string | null)[] = [MANDATE_OPENED, MANDATE_NARROWED, MANDATE_WIDENED];
const ENDS: readonly (string | null)[] = [MANDATE_CLOSED, MANDATE_USED_UP];

interface VersionRow {
  mandate_id: string;
  version: number;
  terms: string;
  evidence_id: string;
}

/** Rows are read first: each was written together with its artifact, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const stated = new Set<string>();
  /** By mandate: where its terms were last changed. */
  const changedAt = new Map<string, number>();
  for await (const rows of pagesBy(mandatesOf(db, chain), 'mandate_id')) {
    const ids = rows.map(({ mandate_id }) => mandate_id);
    const versions: VersionRow[] = await db
      .selectFrom('mandate_versions')
      .select(['mandate_id', 'version', 'terms', 'evidence_id'])
      .where('chain', '=', chain)
      .where('mandate_id', 'in', ids)
      .execute();
    const leaves = await leavesNamedIn(
      context,
      rows,
      'evidence_id',
      'closed_evidence_id',
      'used_up_evidence_id',
    );
    const changes = await leavesNamedIn(context, versions, 'evidence_id');
    for (const row of rows) {
      const own = versions.filter(({ mandate_id }) => mandate_id === row.mandate_id);
      const what = faultOfRow(row, own, leaves, changes) ?? (await faultOfUses(context, row));
      tally.compared(what, leaves.get(row.evidence_id)?.position, row.evidence_id);
      for (const id of [row.closed_evidence_id, row.used_up_evidence_id]) if (id !== null) stated.add(id);
    }
    for (const { evidence_id, mandate_id } of versions) {
      stated.add(evidence_id);
      const position = changes.get(evidence_id)?.position ?? -1;
      changedAt.set(mandate_id, Math.max(position, changedAt.get(mandate_id) ?? -1));
    }
  }
  await findStrays(tally, context);
  for await (const page of leavesOfType(db, chain, 'governance_change', size)) {
    const forgotten = page.filter(
      ({ action, id }) => CHANGES.concat(ENDS).includes(action) && !stated.has(id),
    );
    const others = forgotten.filter((leaf) => !wasWidenedSince(leaf, changedAt));
    tally.unmatched(others, size, 'A mandate was changed here, but is not so.');
  }
}

/** Widening a mandate that was used up takes the record of that from its row. */
function wasWidenedSince(
  { action, payload, position }: LeafAndPayload,
  changedAt: ReadonlyMap<string, number>,
): boolean {
  if (action !== MANDATE_USED_UP) return false;
  const mandateId = changeIn(payload)?.mandate_id;
  return typeof mandateId !== 'string' || (changedAt.get(mandateId) ?? -1) > position;
}

function faultOfRow(
  row: MandateRow,
  versions: readonly VersionRow[],
  leaves: ReadonlyMap<string, LeafAndPayload>,
  changes: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  const it = `Mandate ${row.mandate_id}`;
  const opened = leaves.get(row.evidence_id);
  if (opened?.action !== MANDATE_OPENED) return `${it} was opened by no artifact.`;
  if (opened.created_at !== row.opened_at || opened.actor !== row.opened_by)
    return `${it} was opened otherwise.`;
  const change = changeIn(opened.payload);
  if (change !== null) {
    if (change.mandate_id !== row.mandate_id || change.agent_id !== row.agent_id)
      return `${it} is for another agent.`;
    if (change.words_hash !== sha256Text(Buffer.from(row.words).toString('hex')))
      return `${it} has other words.`;
  }
  return faultOfVersions(row, versions, changes) ?? faultOfEnd(row, leaves);
}

function faultOfVersions(
  row: MandateRow,
  versions: readonly VersionRow[],
  changes: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  const it = `Mandate ${row.mandate_id}`;
  const now = versions.find(({ version }) => version === row.version);
  if (now?.terms !== row.terms || versions.length !== row.version)
    return `${it} has other terms than its versions.`;
  const { max_actions, budget_micro_usd } = termsOf(row);
  if (row.most_actions !== max_actions || row.most_micro_usd !== budget_micro_usd)
    return `${it} has other limits.`;
  for (const { version, terms, evidence_id } of versions) {
    const leaf = changes.get(evidence_id);
    if (leaf === undefined || !CHANGES.includes(leaf.action))
      return `${it}, version ${version}, is by no artifact.`;
    const change = changeIn(leaf.payload);
    if (change === null) continue;
    const isStated = change.mandate_id === row.mandate_id && change.version === version;
    if (!isStated || change.terms_hash !== sha256Text(terms))
      return `${it}, version ${version}, has other terms.`;
  }
  return null;
}

function faultOfEnd(row: MandateRow, leaves: ReadonlyMap<string, LeafAndPayload>): string | null {
  const it = `Mandate ${row.mandate_id}`;
  const { closed_at, closed_by, closed_evidence_id, used_up_evidence_id } = row;
  if (closed_at !== null || closed_by !== null || closed_evidence_id !== null) {
    const leaf = leaves.get(closed_evidence_id ?? '');
    if (leaf?.action !== MANDATE_CLOSED) return `${it} was closed by no artifact.`;
    if (leaf.created_at !== closed_at || leaf.actor !== closed_by) return `${it} was closed otherwise.`;
    if (names(leaf, row) === false) return `${it} was closed by an artifact of another.`;
  }
  if (used_up_evidence_id === null) return null;
  const leaf = leaves.get(used_up_evidence_id);
  if (leaf?.action !== MANDATE_USED_UP || names(leaf, row) === false)
    return `${it} was used up by no artifact.`;
  return null;
}

/** undefined where the payload is gone. */
function names({ payload }: LeafAndPayload, { mandate_id }: MandateRow): boolean | undefined {
  const change = changeIn(payload);
  return change === null ? undefined : change.mandate_id === mandate_id;
}

/** Sums, rows and evaluations must agree. One statement reads sums and rows, so a use is in both or in neither. */
async function faultOfUses({ db, chain }: CheckContext, { mandate_id }: MandateRow): Promise<string | null> {
  const it = `Mandate ${mandate_id}`;
  const rows = await db
    .selectFrom('mandates')
    .leftJoin('mandate_uses as uses', (join) =>
      join.onRef('uses.chain', '=', 'mandates.chain').onRef('uses.mandate_id', '=', 'mandates.mandate_id'),
    )
    .select(['actions_used', 'spent_micro_usd', 'evaluation_id', 'micro_usd', 'used_at'])
    .where('mandates.chain', '=', chain)
    .where('mandates.mandate_id', '=', mandate_id)
    .execute();
  const uses = rows.flatMap(({ evaluation_id, ...use }) =>
    evaluation_id === null ? [] : [{ ...use, evaluation_id }],
  );
  const spent = uses.reduce((sum, { micro_usd }) => sum + (micro_usd ?? 0), 0);
  if (uses.length !== rows[0]?.actions_used) return `${it} counts another number of uses than it has.`;
  if (spent !== rows[0]?.spent_micro_usd) return `${it} counts another amount than its uses.`;
  const leaves = await leavesById(
    db,
    chain,
    uses.map(({ evaluation_id }) => evaluation_id),
  );
  for (const { evaluation_id, used_at } of uses) {
    const leaf = leaves.get(evaluation_id);
    if (leaf?.artifact_type !== 'governance_eval' || leaf.verdict !== 'proceed')
      return `${it} was used by no proceed.`;
    if (leaf.created_at !== used_at) return `${it} was used at another time than its evaluation.`;
    if (leaf.payload !== null && mandateIn(readPayload(leaf.payload)) !== mandate_id)
      return `${it} was used by an evaluation of another.`;
  }
  return null;
}

function mandateIn(payload: JsonObject | null): unknown {
  const { context } = (payload?.request ?? {}) as { context?: JsonObject };
  return context?.mandate_id;
}

/** Uses and versions of mandates that are not there. */
async function findStrays(tally: Tally, { db, chain }: CheckContext): Promise<void> {
  for (const table of ['mandate_uses', 'mandate_versions'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('mandate_id')
      .distinct()
      .where('chain', '=', chain)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mandates')
              .select('mandates.mandate_id')
              .where('mandates.chain', '=', chain)
              .whereRef('mandates.mandate_id', '=', `${table}.mandate_id`),
          ),
        ),
      )
      .execute();
    for (const { mandate_id } of rows)
      tally.compared(`Mandate ${mandate_id} is not there, but was used or changed.`);
  }
}
