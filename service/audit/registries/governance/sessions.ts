/**
 * Compares sessions with the evidence of their results: each result with the record that states it and the evaluation
 * of its call, and each session with its results. Once a session has ended, it has no values left.
 */
import type { JsonObject } from '@assize/evidence-format';
import {
  type ResultRow,
  SESSION_ENDED,
  SESSION_READ,
  type SessionRow,
  sessionIdOf,
  summaryOf,
} from '../../../sessions/index.ts';
import { countOf, hashOfValues, isEmptied } from '../../../sessions/values/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { inTurn, type Named, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

const results = naming({
  rows: (context) => pagesBy(rowsOf(context, 'session_results'), ['session_key', 'number']),
  names: ['evidence_id', 'evaluation_id'],
  it: ({ session_key, number }) => `Session ${session_key}, result ${number},`,
  compare: (row, acts) => faultOfReading(row, acts.evidence_id) ?? faultOfCall(row, acts),
  changes: { [SESSION_READ]: 'The result of a call was read here, but is not there.' },
});

function faultOfReading(row: ResultRow, read: Act | undefined): string | null {
  if (read?.action !== SESSION_READ) return 'was read by no artifact';
  if (read.at !== row.reported_at) return 'was read at another time';
  const { change } = read;
  const { packed } = row;
  if (change === null) return packed.length > 0 ? 'still has values, though its record was removed' : null;
  const isSame =
    change.session_key === row.session_key &&
    change.number === row.number &&
    change.evaluation_id === row.evaluation_id &&
    change.tool === row.tool &&
    change.source === row.source &&
    change.confidentiality === row.confidentiality &&
    change.values === row.value_count &&
    change.incomplete === (row.incomplete === 1);
  if (!isSame) return 'is not the one that was read';
  if (packed.length === 0) return null;
  const isWhole = countOf(packed) === row.value_count && change.values_hash === hashOfValues(packed);
  return isWhole ? null : 'has other values';
}

function faultOfCall(
  { tool, packed }: ResultRow,
  { evidence_id: read, evaluation_id: evaluation }: Named<'evidence_id' | 'evaluation_id'>,
): string | null {
  if (evaluation?.type !== 'governance_eval' || evaluation.verdict === 'block') return 'is of no call';
  if (evaluation.action !== tool) return 'is of another tool';
  if (evaluation.isGone) return packed.length > 0 ? 'still has values, though its call was removed' : null;
  const { context = {}, agent_id = null } = (evaluation.payload?.request ?? {}) as {
    context?: JsonObject;
    agent_id?: string | null;
  };
  const change = read?.change ?? null;
  const isOfSession =
    change === null || (sessionIdOf(context) === change.session_id && agent_id === change.agent_id);
  return isOfSession ? null : 'is of a call in another session';
}

type Column = 'evidence_id' | 'ended_evidence_id';

const sessionsStated = naming({
  rows: (context) => pagesBy(rowsOf(context, 'sessions'), 'session_key'),
  names: ['evidence_id', 'ended_evidence_id'],
  it: ({ session_key }) => `Session ${session_key}`,
  compare: async (row, acts, { context }) =>
    faultOfOpening(row, acts) ?? faultOfEnd(row, acts) ?? (await faultOfResults(context, row.session_key)),
  changes: { [SESSION_ENDED]: 'A session was ended here, but is not so.' },
});

function faultOfOpening(row: SessionRow, { evidence_id: opened }: Named<Column>): string | null {
  if (opened?.action !== SESSION_READ) return 'was opened by no artifact';
  if (opened.at !== row.opened_at) return 'was opened at another time';
  const { change } = opened;
  if (change === null) return null;
  if (change.session_key !== row.session_key || change.number !== 1) return 'was opened by another result';
  if (change.agent_id !== row.agent_id) return 'is of another agent';
  return change.expires_at === new Date(row.expires_at).toISOString() ? null : 'expires at another time';
}

function faultOfEnd(row: SessionRow, { ended_evidence_id: ended }: Named<Column>): string | null {
  const { ended_at, ended_by, ended_evidence_id, expires_at } = row;
  if (ended_evidence_id === null) {
    const isExpired = ended_by === null && (ended_at === null || ended_at === expires_at);
    return isExpired ? null : 'was ended by no artifact';
  }
  if (ended?.action !== SESSION_ENDED) return 'was ended by no artifact';
  if (ended.at !== ended_at || ended.actor !== ended_by) return 'was ended otherwise';
  const { change } = ended;
  const isThis =
    change === null || (change.session_key === row.session_key && change.results === row.results);
  return isThis ? null : 'was ended by an artifact of another';
}

/** One statement reads the session and its results, so a result is in both or in neither. */
async function faultOfResults({ db, chain }: CheckContext, key: string): Promise<string | null> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('session_results as read', (join) =>
      join.onRef('read.chain', '=', 'sessions.chain').onRef('read.session_key', '=', 'sessions.session_key'),
    )
    .selectAll('sessions')
    .select(['read.number', 'read.source', 'read.packed', 'read.evidence_id as read_by'])
    .select(['read.value_count as own_values', 'read.incomplete as own_incomplete'])
    .select(['read.confidentiality as own_confidentiality'])
    .where('sessions.chain', '=', chain)
    .where('sessions.session_key', '=', key)
    .orderBy('read.number')
    .execute();
  const [session] = rows;
  if (session === undefined) return null;
  if (rows.some(({ number }, place) => number !== place + 1)) return 'has other results than were read';
  if (session.read_by !== session.evidence_id) return 'was opened by another result';
  const own = rows.map((row) => ({
    number: row.number ?? 0,
    source: row.source,
    packed: row.packed ?? new Uint8Array(),
    value_count: row.own_values ?? 0,
    incomplete: row.own_incomplete ?? 0,
    confidentiality: row.own_confidentiality,
  }));
  const sums = Object.entries(summaryOf(own));
  if (sums.some(([column, sum]) => session[column as keyof typeof session] !== sum))
    return 'says other things than its results';
  const hasEnded = session.ended_at !== null;
  if (hasEnded && own.some(({ packed }) => packed.length > 0)) return 'has ended, but still has values';
  const emptied = hasEnded ? 0 : own.filter(isEmptied).length;
  return emptied === session.emptied ? null : 'has lost values that were not removed';
}

/** Results of sessions that are not there. */
const strays: Check = async (tally, { db, chain }) => {
  const known = db.selectFrom('sessions').select('session_key').where('chain', '=', chain);
  const rows = db.selectFrom('session_results').select('session_key').distinct().where('chain', '=', chain);
  for (const { session_key } of await rows.where('session_key', 'not in', known).execute())
    tally.compared(`Session ${session_key} is not there, but has results.`);
};

export const sessions = inTurn(strays, results, sessionsStated);
