/** Compares mandates with the evidence of their changes, and their counted uses with the evaluations that used them. */
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import { byIndex } from '../../../database/sqlite/by-index.ts';
import { type EvaluationRecord, factsOfRecord } from '../../../evaluation/record/index.ts';
import {
  MANDATE_CLOSED,
  MANDATE_NARROWED,
  MANDATE_OPENED,
  MANDATE_WIDENED,
  type MandateRow,
  mandatesOf,
  termsOf,
} from '../../../mandates/index.ts';
import { allowedBy } from '../../../mandates/plan/index.ts';
import { MANDATE_USED_UP } from '../../../mandates/standing/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import { inTurn, type Named, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

const CHANGES = [MANDATE_OPENED, MANDATE_NARROWED, MANDATE_WIDENED];
const NOT_SO = 'A mandate was changed here, but is not so.';

interface Version {
  version: number;
  terms: string;
  act: Act | undefined;
}

type Row = MandateRow & { opened: Act | undefined; versions: Version[] };

/** @property changedAt by mandate: where its terms were last changed. */
const stated = naming({
  extra: async () => ({ changedAt: new Map<string, number>() }),
  rows: rowsWithVersions,
  names: ['closed_evidence_id', 'used_up_evidence_id'],
  it: ({ mandate_id }) => `Mandate ${mandate_id}`,
  compare: async (row, acts, { extra: { changedAt }, noted, context }) => {
    const positions = row.versions.flatMap(({ act }) => act?.position ?? []);
    for (const position of positions) noted.add(position);
    changedAt.set(row.mandate_id, Math.max(-1, ...positions));
    const fault = faultOfOpening(row) ?? faultOfVersions(row) ?? faultOfEnd(row, acts);
    const what = fault ?? (await faultOfUses(context, row));
    return { what, at: { position: row.opened?.position, id: row.evidence_id } };
  },
  changes: Object.fromEntries(
    [...CHANGES, MANDATE_CLOSED, MANDATE_USED_UP].map((action) => [action, NOT_SO]),
  ),
  // Widening a mandate that was used up takes the record of that from its row.
  mayBeUnnamed: ({ action, change, position }, { changedAt }) => {
    if (action !== MANDATE_USED_UP) return false;
    const id = change?.mandate_id;
    return typeof id !== 'string' || (changedAt.get(id) ?? -1) > position;
  },
});

async function* rowsWithVersions(context: CheckContext): AsyncGenerator<Row[], void> {
  for await (const rows of pagesBy(mandatesOf(context.db, context.chain), 'mandate_id')) {
    const ids = rows.map(({ mandate_id }) => mandate_id);
    const versions = await rowsOf(context, 'mandate_versions').where('mandate_id', 'in', ids).execute();
    const acts = await actsNamedIn(context, [...rows, ...versions], 'evidence_id');
    const own = Map.groupBy(versions, ({ mandate_id }) => mandate_id);
    yield rows.map((row) => {
      const stated = own.get(row.mandate_id) ?? [];
      const all = stated.map((one) => ({ ...one, act: acts.get(one.evidence_id) }));
      return { ...row, opened: acts.get(row.evidence_id), versions: all };
    });
  }
}

function faultOfOpening({ opened, ...row }: Row): string | null {
  if (opened?.action !== MANDATE_OPENED) return 'was opened by no artifact';
  if (opened.at !== row.opened_at || opened.actor !== row.opened_by) return 'was opened otherwise';
  const { change } = opened;
  if (change === null) return null;
  if (change.mandate_id !== row.mandate_id || change.agent_id !== row.agent_id) return 'is for another agent';
  const isSaid = change.words_hash === sha256Text(Buffer.from(row.words).toString('hex'));
  return isSaid ? null : 'has other words';
}

function faultOfVersions(row: Row): string | null {
  const { versions, mandate_id } = row;
  const now = versions.find(({ version }) => version === row.version);
  if (now?.terms !== row.terms || versions.length !== row.version) return 'has other terms than its versions';
  const { max_actions, budget_micro_usd } = termsOf(row);
  if (row.most_actions !== max_actions || row.most_micro_usd !== budget_micro_usd) return 'has other limits';
  for (const { version, terms, act } of versions) {
    const it = `Mandate ${mandate_id}, version ${version},`;
    if (act === undefined || !CHANGES.includes(act.action)) return `${it} is by no artifact.`;
    const { change } = act;
    if (change === null) continue;
    const isStated = change.mandate_id === mandate_id && change.version === version;
    if (!isStated || change.terms_hash !== sha256Text(terms)) return `${it} has other terms.`;
  }
  return null;
}

function faultOfEnd(
  { mandate_id, closed_at, closed_by, closed_evidence_id, used_up_evidence_id }: Row,
  acts: Named<'closed_evidence_id' | 'used_up_evidence_id'>,
): string | null {
  const { closed_evidence_id: closed, used_up_evidence_id: usedUp } = acts;
  const isOfOther = ({ change }: Act) => change !== null && change.mandate_id !== mandate_id;
  if (closed_at !== null || closed_by !== null || closed_evidence_id !== null) {
    if (closed?.action !== MANDATE_CLOSED) return 'was closed by no artifact';
    if (closed.at !== closed_at || closed.actor !== closed_by) return 'was closed otherwise';
    if (isOfOther(closed)) return 'was closed by an artifact of another';
  }
  if (used_up_evidence_id === null) return null;
  return usedUp?.action !== MANDATE_USED_UP || isOfOther(usedUp) ? 'was used up by no artifact' : null;
}

/** Sums, rows and evaluations must agree. One statement reads sums and rows, so a use is in both or in neither. */
async function faultOfUses(context: CheckContext, row: Row): Promise<string | null> {
  const { mandate_id: mandateId } = row;
  const rows = await context.db
    .selectFrom('mandates')
    .leftJoin(byIndex(context.db, 'mandate_uses', 'mandate_uses_by_mandate'), (join) =>
      join
        .onRef('mandate_uses.chain', '=', 'mandates.chain')
        .onRef('mandate_uses.mandate_id', '=', 'mandates.mandate_id'),
    )
    .select(['actions_used', 'spent_micro_usd', 'evaluation_id', 'micro_usd', 'used_at', 'step'])
    .where('mandates.chain', '=', context.chain)
    .where('mandates.mandate_id', '=', mandateId)
    .execute();
  const uses = rows.filter(({ evaluation_id }) => evaluation_id !== null);
  const spent = uses.reduce((sum, { micro_usd }) => sum + (micro_usd ?? 0), 0);
  if (uses.length !== rows[0]?.actions_used) return 'counts another number of uses than it has';
  if (spent !== rows[0]?.spent_micro_usd) return 'counts another amount than its uses';
  const acts = await actsNamedIn(context, uses, 'evaluation_id');
  for (const { evaluation_id, used_at, step } of uses) {
    const act = acts.get(evaluation_id ?? '');
    if (act?.type !== 'governance_eval' || act.verdict !== 'proceed') return 'was used by no proceed';
    if (act.at !== used_at) return 'was used at another time than its evaluation';
    if (act.isGone) continue;
    const { context: named } = (act.payload?.request ?? {}) as { context?: JsonObject };
    if (named?.mandate_id !== mandateId) return 'was used by an evaluation of another';
    if (!isStepOf(row, act, step)) return 'counts a use at another step of its plan';
  }
  return null;
}

/** Whether the version of the terms that the evaluation names counts it at this step, or beyond all steps. */
function isStepOf({ versions }: Row, { payload }: Act, step: string | null): boolean {
  const record = payload as unknown as EvaluationRecord;
  const { act } = factsOfRecord(record);
  const then = versions.find(({ version }) => version === act?.mandate?.version);
  if (act?.mandate == null || then === undefined) return step === null;
  const { plan = [] } = termsOf(then);
  const { counted } = allowedBy(plan, String(record.request.action), act.effects);
  if (step !== null) return counted.some(({ key }) => key === step);
  return counted.length === 0 || act.mandate.outside.planned?.count !== undefined;
}

/** Uses and versions of mandates that are not there. */
const strays: Check = async (tally, { db, chain }) => {
  const known = db.selectFrom('mandates').select('mandate_id').where('chain', '=', chain);
  for (const table of ['mandate_uses', 'mandate_versions'] as const) {
    const rows = db.selectFrom(table).select('mandate_id').distinct().where('chain', '=', chain);
    for (const { mandate_id } of await rows.where('mandate_id', 'not in', known).execute())
      tally.compared(`Mandate ${mandate_id} is not there, but was used or changed.`);
  }
};

export const mandates = inTurn(strays, stated);
