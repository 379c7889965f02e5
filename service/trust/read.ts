/** The ledger for readers: an agent's score, its updates, and the list of agents. */
import { nameKey } from '@assize/act-reading/names';
import { parseJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import {
  type CursorKind,
  type Cursors,
  cutToPage,
  openCursor,
  type Page,
} from '../database/signed-cursor.ts';
import { byIndex } from '../database/sqlite/by-index.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { ceilingAt, scoreAt, shown, sumsAt } from './formula.ts';
import { findLedgerRow, type LedgerRow, ledgerRowsOf, rowOf, stateOf } from './ledger.ts';

const MAX_TRUST = 100;

/** The trust in an agent at one moment; every number has two decimals. */
export interface TrustStatus {
  agentId: string;
  /** Whether any fact about the agent has counted yet. */
  known: boolean;
  score: number;
  successes: number;
  failures: number;
  /** The most that the score may be before the day (UTC) ends. */
  ceiling: number;
  updates: number;
  lastUpdateId: string | null;
}

export async function trustStatusOf(
  db: Database,
  chain: number,
  agentId: string,
  at: number,
): Promise<TrustStatus> {
  return statusOf(agentId, await findLedgerRow(db, chain, agentId), at);
}

/** @returns the score of each of these agents, by its name key; none for an agent of which nothing has counted yet. */
export async function trustScoresOf(
  db: Database,
  chain: number,
  agentIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = Map.groupBy(await ledgerRowsOf(db, chain, agentIds), ({ agent_id }) => nameKey(agent_id));
  return new Map(
    agentIds.flatMap((agentId) => {
      const key = nameKey(agentId);
      const row = rowOf(rows.get(key) ?? [], agentId);
      return row === undefined ? [] : [[key, statusOf(agentId, row, at).score] as const];
    }),
  );
}

/** @param row undefined for an unknown agent. */
function statusOf(agentId: string, row: LedgerRow | undefined, at: number): TrustStatus {
  const state = row === undefined ? null : stateOf(row);
  const { successes, failures } = state === null ? { successes: 0, failures: 0 } : sumsAt(state, at);
  return {
    agentId,
    known: row !== undefined,
    score: shown(scoreAt(state, at)),
    successes: shown(successes),
    failures: shown(failures),
    ceiling: shown(Math.min(MAX_TRUST, ceilingAt(state, at))),
    updates: row?.revision ?? 0,
    lastUpdateId: row?.last_update_id ?? null,
  };
}

export interface TrustUpdate {
  evidenceId: string;
  causeId: string;
  /** ms since the epoch. */
  at: number;
  /** The payload of the artifact; null where it was redacted or its retention has passed. */
  change: Change | null;
}

interface Change {
  before: number;
  after: number;
  cause: string;
  riskLevel: string;
  weight: number;
  /** When the fact was recorded, in ISO 8601: the score is as of then. */
  asOf: string;
}

/** Newest first. @throws {Failure} `invalid` for a cursor of another list. */
export async function listUpdates(
  cursors: Cursors,
  chain: number,
  agentId: string,
  limit: number,
  cursor?: string,
): Promise<Page<TrustUpdate>> {
  const { db } = cursors;
  // The spelling in the ledger.
  const { agent_id: written } = (await findLedgerRow(db, chain, agentId)) ?? { agent_id: agentId };
  const isPlace = (place: unknown) => typeof place === 'number';
  const kind = kindOf<number>('trust history cursors', [chain, written], isPlace);
  const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : await openCursor(cursors, kind, cursor);
  const rows = await db
    .selectFrom('trust_updates')
    .select(['revision', 'evidence_id', 'cause_id'])
    .where('chain', '=', chain)
    .where('agent_id', '=', written)
    .where('revision', '<', below)
    .orderBy('revision', 'desc')
    .limit(limit + 1)
    .execute();
  const page = await cutToPage(cursors, kind, rows, limit, ({ revision }) => revision);
  const evidence = page.items.map(({ evidence_id }) => evidence_id);
  const artifacts = await findArtifacts(db, chain, evidence);
  const items = page.items.map(({ evidence_id, cause_id }) => {
    const { createdAt = 0, payload = null } = artifacts.get(evidence_id) ?? {};
    return { evidenceId: evidence_id, causeId: cause_id, at: createdAt, change: changeIn(payload) };
  });
  return { items, nextCursor: page.nextCursor };
}

/** The updates to which these facts led. @param facts evidence ids; at most a page of them. */
export async function updatesCausedBy(
  db: Database,
  chain: number,
  facts: readonly string[],
): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = await db
    .selectFrom(byIndex(db, 'trust_updates', 'trust_updates_by_cause'))
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('cause_id', 'in', facts)
    .execute();
  return rows.map(({ evidence_id }) => evidence_id);
}

function changeIn(payload: unknown): TrustUpdate['change'] {
  if (payload === null) return null;
  const { before, after, cause, risk_level, weight, as_of } = payload as {
    before: number;
    after: number;
    cause: { type: string };
    risk_level: string;
    weight: number;
    as_of: string;
  };
  return { before, after, cause: cause.type, riskLevel: risk_level, weight, asOf: as_of };
}

export type AgentOrder = 'name' | 'score';

/**
 * The last agent of a page, and the moment of the scores, so that the passing of time does not move agents to another
 * page.
 */
type AgentPlace = [agentId: string, score: number, at: number];

const ROWS_AT_ONCE = 1000;

/**
 * Lists the agents that the ledger knows, by name, or by score, the lowest first.
 * @throws {Failure} `invalid` for a cursor of another list.
 */
export async function listAgents(
  cursors: Cursors,
  chain: number,
  { order, limit, nowMs }: { order: AgentOrder; limit: number; nowMs: number },
  cursor?: string,
): Promise<Page<TrustStatus>> {
  const kind = kindOf<AgentPlace>('trusted agents cursors', [chain, order], Array.isArray);
  const after = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  const at = after?.[2] ?? nowMs;
  const find = order === 'name' ? byName : byScore;
  const found = await find(cursors.db, chain, after, limit + 1, at);
  return cutToPage(cursors, kind, found, limit, ({ agentId, score }) => [agentId, score, at]);
}

async function byName(db: Database, chain: number, after: AgentPlace | null, limit: number, at: number) {
  return (await rowsAfter(db, chain, after?.[0] ?? '', limit)).map((row) => statusOf(row.agent_id, row, at));
}

/** Scores change with time, so they can't be indexed: this reads all of them and keeps the lowest. */
async function byScore(db: Database, chain: number, after: AgentPlace | null, limit: number, at: number) {
  let least: TrustStatus[] = [];
  for (let lastAgent = ''; ; ) {
    const rows = await rowsAfter(db, chain, lastAgent, ROWS_AT_ONCE);
    const some = rows.map((row) => statusOf(row.agent_id, row, at)).filter((each) => isAfter(each, after));
    least = [...least, ...some].sort(ascending).slice(0, limit);
    if (rows.length < ROWS_AT_ONCE) return least;
    lastAgent = rows.at(-1)?.agent_id ?? '';
  }
}

function rowsAfter(db: Database, chain: number, agentId: string, limit: number): Promise<LedgerRow[]> {
  return db
    .selectFrom('trust_ledger')
    .selectAll()
    .where('chain', '=', chain)
    .where('agent_id', '>', agentId)
    .orderBy('agent_id')
    .limit(limit)
    .execute();
}

type Scored = Pick<TrustStatus, 'agentId' | 'score'>;

function ascending(one: Scored, other: Scored): number {
  return one.score - other.score || (one.agentId < other.agentId ? -1 : 1);
}

function isAfter(each: Scored, after: AgentPlace | null): boolean {
  return after === null || ascending({ agentId: after[0], score: after[1] }, each) < 0;
}

function kindOf<Place extends number | AgentPlace>(
  secret: string,
  list: readonly (number | string)[],
  isPlace: (value: unknown) => boolean,
): CursorKind<Place> {
  return {
    secret,
    placeBytes: null,
    write: (place) => Buffer.from(JSON.stringify(place)),
    read(bytes) {
      try {
        const place = parseJson(bytes.toString('utf8'));
        return isPlace(place) ? (place as Place) : null;
      } catch {
        return null;
      }
    },
    bind: (place) => [...list, ...(Array.isArray(place) ? place : [place])],
  };
}
