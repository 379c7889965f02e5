/**
 * The line of a session's calls: what each was judged by, and what its result brought in. It is read from the evidence
 * of the time in which the session was open, the newest first, in turns and within limits.
 */

import { isSameName } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import { approvalIdOf } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import type { DoubtKind, HeldFor } from '../evaluation/index.ts';
import type { ActFacts } from '../evaluation/question/index.ts';
import { factsOfRecord, lawsOfRecord } from '../evaluation/record/index.ts';
import { settingsVersionsOf } from '../governance/settings/index.ts';
import type { LawSettings } from '../governance/settings/terms/index.ts';
import { type ResultRow, resultsOf, type SessionRow, sessionIdOf } from '../sessions/index.ts';
import { type RecordedAct, readEvaluations, requestOf } from './evaluations.ts';
import { doubtKindsOf, heldForIn } from './held-report.ts';

export const MAX_CALLS = 500;
/** The evaluations of a chain in which the calls are looked for. */
const MAX_READ = 20_000;
/** Calls before the first result belong to it too. */
const BEFORE_MS = 3_600_000;

export interface SessionLine {
  calls: SessionCall[];
  /** Whether earlier calls were left out. */
  isCut: boolean;
  /** The mandate that its last calls named. */
  mandateId: string | null;
}

interface SessionCall {
  act: RecordedAct;
  /** Why it was held, or would have been; null for others. */
  held: { for: HeldFor; doubts: DoubtKind[] } | null;
  result: ResultRow | null;
}

/** @param at now, ms since the epoch. */
export async function sessionLine(
  db: Database,
  row: SessionRow,
  sessionId: string,
  at: number,
): Promise<SessionLine> {
  const { chain, session_key, agent_id, opened_at, ended_at, expires_at } = row;
  const results = await resultsOf(db, chain, session_key).execute();
  const byCall = new Map(results.map((result) => [result.evaluation_id, result]));
  const settings = await settingsVersionsOf(db, chain);
  const calls: SessionCall[] = [];
  let isCut = false;
  const period = { from: opened_at - BEFORE_MS, to: Math.min(at, ended_at ?? expires_at) + 1 };
  const take = (act: RecordedAct) => {
    const result = byCall.get(act.evidenceId) ?? null;
    if (result === null && !isOf(act, agent_id, sessionId)) return;
    if (calls.length >= MAX_CALLS) isCut = true;
    else calls.push({ act, held: heldIn(act, settings), result });
  };
  const read = await readEvaluations(db, chain, period, take, MAX_READ);
  const named = calls.map(({ act }) => act.record?.request).find((request) => mandateIn(request) !== null);
  return { calls: calls.reverse(), isCut: isCut || read.isCut, mandateId: mandateIn(named) };
}

function isOf({ record }: RecordedAct, agentId: string | null, sessionId: string): boolean {
  if (record === null) return false;
  const { context, agent_id = null } = requestOf(record);
  return sessionIdOf(context as JsonObject) === sessionId && isSameName(agent_id, agentId);
}

function mandateIn(request: JsonObject | undefined): string | null {
  const id = (request?.context as JsonObject | undefined)?.mandate_id;
  return typeof id === 'string' ? id : null;
}

function heldIn(act: RecordedAct, settings: ReadonlyMap<string, LawSettings>): SessionCall['held'] {
  const { verdict, record } = act;
  if ((record?.would_be?.verdict ?? verdict) === 'proceed') return null;
  const judgedBy = record === null ? undefined : settings.get(record.settings);
  const doubts = record === null || judgedBy === undefined ? [] : doubtKindsOf(record, judgedBy);
  return { for: heldForIn(act, settings), doubts: [...new Set(doubts)] };
}

/** A call as the API and the command line show it. */
export function callFields({ act, held, result }: SessionCall) {
  const { record } = act;
  const facts = record === null ? null : factsOfRecord(record).act;
  const { escalation_id: escalation, would_be: wouldBe } = record ?? {};
  const laws = record === null ? [] : lawsOfRecord({ ...record, laws: { ...record.laws, ...wouldBe?.laws } });
  return {
    evidence_id: act.evidenceId,
    at: new Date(act.at).toISOString(),
    action: act.action,
    verdict: act.verdict,
    would_be: wouldBe?.verdict ?? null,
    held_for: held?.for ?? null,
    doubts: held?.doubts ?? [],
    approval_id: escalation === undefined ? null : approvalIdOf(escalation),
    effects: facts?.effects ?? [],
    targets: facts === null ? [] : targetFields(facts),
    mentions: facts?.mentions ?? [],
    reasons: laws.flatMap(({ result: said, reason }) => (said === 'pass' ? [] : [reason])),
    result: result === null ? null : resultFields(result),
  };
}

function targetFields({ reaches, origins }: ActFacts) {
  return reaches.map((reach, place) => {
    const { path, role, kind, effect, known } = reach;
    const { origin = null, source = null, also = null } = origins[place] ?? {};
    const value = 'unreadable' in reach ? null : reach.value;
    return { path, role, kind, effect, value, known: known?.by ?? null, origin, also, source };
  });
}

function resultFields(row: ResultRow) {
  const { number, evidence_id, tool, source, confidentiality, value_count: values, incomplete } = row;
  return {
    number,
    evidence_id,
    at: new Date(row.reported_at).toISOString(),
    tool,
    source,
    confidentiality,
    values,
    incomplete: incomplete === 1,
  };
}
