/**
 * Records what the result of a call brought into its session: one artifact, which states no text and no value, and the
 * rows with the keyed hashes, in one commit. Only the party that asked for the call may report its result.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { type ChangeDeps, recordChange, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { GovernanceCache } from '../governance/index.ts';
import { actTermsOf } from '../governance/settings/terms/index.ts';
import type { Principal } from '../keys/index.ts';
import { targetHashes } from '../targets/known/index.ts';
import type { ToolCatalogues } from '../tools/index.ts';
import { type Call, evaluatedCall, requireUnreported } from './call.ts';
import type { ReadAnswer } from './reading/question.ts';
import type { Readings } from './reading/readings.ts';
import { type ToolResult, toolResult } from './result-reader.ts';
import {
  hasEnded,
  MAX_RESULTS,
  MAX_VALUES,
  type ResultRow,
  SESSION_READ,
  type SessionRow,
  sessionKey,
} from './session.ts';
import { summaryOf } from './summary.ts';
import type { Loaded, SessionMemory } from './values/memory.ts';
import { countOf, cutTo, hashOfValues, withoutEarlier } from './values/packed.ts';

const MAX_ATTEMPTS = 20;

export interface ReportDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  governance: GovernanceCache;
  catalogues: ToolCatalogues;
  agentSessions: SessionMemory;
  readings: Readings;
}

export interface ReportedResult {
  evaluation_id: string;
  /** The tool that was called, which must be the evaluated action. */
  tool?: string;
  result: JsonValue;
  /** Whether the caller left out parts of the result. */
  incomplete?: boolean;
}

export interface RecordedResult extends ResultRow {
  session_id: string;
  expires_at: number;
}

/**
 * @throws {Failure} `invalid` if the evaluation is not one of this session; `forbidden` if another party asked for it;
 * `conflict` if its result was reported before, or the session has ended or is full; `unavailable`.
 */
export async function reportResult(
  deps: ReportDeps,
  principal: Principal,
  sessionId: string,
  reported: ReportedResult,
): Promise<RecordedResult> {
  const { chain } = principal;
  const call = await evaluatedCall(deps.db, principal, sessionId, reported);
  await requireUnreported(deps.db, chain, call.evaluation.id);
  const hashes = await targetHashes(deps.db, deps.fillRandom);
  const key = sessionKey(hashes, chain, call.agentId, sessionId);
  const { toolsRevision, settings } = await deps.governance.of(chain);
  const tool = toolResult(await deps.catalogues.at(chain, toolsRevision), call.action);
  const read = await deps.readings.read({
    chain,
    result: reported.result,
    ...tool.reader,
    given: call.context,
    doesMoreThanRead: call.doesMoreThanRead,
  });
  const incomplete = read.incomplete || reported.incomplete === true;
  const lifetimeMs = actTermsOf(settings.laws.settings).sessionLifetimeMs;
  const wanted: WantedResult = { sessionId, key, call, tool, read: { ...read, incomplete }, lifetimeMs };
  try {
    return await retryOvertaken('the session', MAX_ATTEMPTS, () => record(deps, principal, wanted));
  } finally {
    deps.agentSessions.drop(chain, key);
  }
}

interface WantedResult {
  sessionId: string;
  key: string;
  call: Call;
  tool: ToolResult;
  read: ReadAnswer;
  lifetimeMs: number;
}

/** @returns undefined where another result came first. */
async function record(
  deps: ReportDeps,
  principal: Principal,
  wanted: WantedResult,
): Promise<RecordedResult | undefined> {
  const { db, agentSessions } = deps;
  const { chain } = principal;
  const { sessionId, key, call, lifetimeMs } = wanted;
  const stamp = stampNow(deps);
  const loaded = await agentSessions.load(chain, key);
  const { row } = loaded;
  requireRoom(row, stamp.at);
  const expires_at = row?.expires_at ?? stamp.at + lifetimeMs;
  const result: ResultRow = {
    chain,
    session_key: key,
    ...numbered(loaded, wanted),
    evaluation_id: call.evaluation.id,
    tool: call.action,
    source: wanted.tool.source,
    confidentiality: wanted.tool.confidentiality,
    reported_at: stamp.at,
    evidence_id: stamp.id,
  };
  const appended = await recordChange(deps, {
    chain,
    stamp,
    action: SESSION_READ,
    actor: principal,
    change: changeOf(result, { sessionId, agentId: call.agentId, expires_at }),
    statements: [
      row === null ? openedBy(db, result, call.agentId, expires_at) : continuedBy(db, row, result),
      bound(
        db
          .insertInto('session_results')
          .values(result)
          .onConflict((conflict) => conflict.doNothing()),
        1,
      ),
    ],
  });
  if (appended.kind === 'appended') return { ...result, session_id: sessionId, expires_at };
  await requireUnreported(db, chain, call.evaluation.id);
  return undefined;
}

/** @throws {Failure} `conflict`. */
function requireRoom(row: SessionRow | null, at: number): void {
  if (row === null) return;
  if (hasEnded(row, at)) throw Failure.conflict('session_ended', 'The session has ended.');
  if (row.results >= MAX_RESULTS)
    throw Failure.conflict('session_full', `A session has at most ${MAX_RESULTS} results.`);
}

/** The parts of a result that depend on those before it. */
function numbered({ row, session }: Loaded, { read }: WantedResult) {
  const number = (row?.results ?? 0) + 1;
  // A value that an earlier result may have had is not new.
  const isEarlier = (high: number, low: number) =>
    session !== null && (session.incomplete || session.hasHash(high, low));
  const packed = cutTo(withoutEarlier(read.packed, isEarlier), MAX_VALUES - (row?.value_count ?? 0));
  const isCut = packed.length < read.packed.length || number === MAX_RESULTS;
  return {
    number,
    packed,
    value_count: countOf(packed),
    incomplete: read.incomplete || isCut ? 1 : 0,
  };
}

interface InSession {
  sessionId: string;
  agentId: string | undefined;
  expires_at: number;
}

function changeOf(
  {
    session_key,
    number,
    evaluation_id,
    tool,
    source,
    confidentiality,
    value_count,
    packed,
    incomplete,
  }: ResultRow,
  { sessionId, agentId, expires_at }: InSession,
): JsonObject {
  return {
    session_key,
    session_id: sessionId,
    agent_id: agentId ?? null,
    number,
    evaluation_id,
    tool,
    source,
    confidentiality,
    values: value_count,
    values_hash: hashOfValues(packed),
    incomplete: incomplete === 1,
    expires_at: new Date(expires_at).toISOString(),
  };
}

function openedBy(
  db: Database,
  result: ResultRow,
  agentId: string | undefined,
  expires_at: number,
): BoundStatement {
  const { chain, session_key, reported_at: opened_at, evidence_id } = result;
  const opening = db.insertInto('sessions').values({
    chain,
    session_key,
    agent_id: agentId ?? null,
    ...summaryOf([result]),
    opened_at,
    expires_at,
    evidence_id,
  });
  return bound(
    opening.onConflict((conflict) => conflict.doNothing()),
    1,
  );
}

/** Applies only where no other result came first. */
function continuedBy(db: Database, row: SessionRow, result: ResultRow): BoundStatement {
  const change = db
    .updateTable('sessions')
    .set(summaryOf([result], row))
    .where('chain', '=', row.chain)
    .where('session_key', '=', row.session_key)
    .where('results', '=', row.results)
    .where('ended_at', 'is', null);
  return bound(change, 1);
}
