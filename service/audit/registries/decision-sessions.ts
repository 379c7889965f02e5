/**
 * Compares the session that a member decided in with their recorded sign-ins: a session that was put into the table
 * decides nothing unseen. Members sign in on record in production, also for decisions in the sandbox.
 */
import type { JsonObject } from '@assize/evidence-format';
import { DECISION } from '../../approvals/index.ts';
import { changesOf, leavesOfType, readPayload } from '../../evidence/index.ts';
import { SESSION } from '../../members/record/index.ts';
import { chainOf } from '../../tenants/index.ts';
import type { CheckContext, Tally } from '../registry.ts';

/** Allowed difference between the clocks of two nodes. */
const CLOCKS_MS = 300_000;
const BEGINNINGS = ['member.sign_in', 'member.join', 'member.take_over'];

interface Begun {
  /** By member and session, when they are first on record. */
  at: Map<string, number>;
  /** Members of whom some record is without its payload. */
  mayHaveMore: Set<string>;
}

interface Decided {
  party: string;
  sessionId: unknown;
  at: number;
  position: number;
  id: string;
}

export async function compareSessions(tally: Tally, context: CheckContext): Promise<void> {
  const decisions: Decided[] = [];
  for await (const decided of decisionsInSessions(context)) decisions.push(decided);
  if (decisions.length === 0) return;
  const begun = await sessionsBegun(context);
  for (const { party, sessionId, at, position, id } of decisions) {
    const since = begun.at.get(`${party}/${sessionId}`) ?? Number.POSITIVE_INFINITY;
    const isOnRecord = since <= at + CLOCKS_MS || begun.mayHaveMore.has(party);
    const what = `Member ${party} decided in a session that they never signed in to.`;
    tally.compared(isOnRecord ? null : what, position, id);
  }
}

async function* decisionsInSessions({ db, chain }: CheckContext): AsyncGenerator<Decided, void> {
  for (const type of ['action_approved', 'action_rejected'] as const) {
    for await (const page of leavesOfType(db, chain, type)) {
      for (const { payload, actor, created_at: at, position, id } of page) {
        const sessionId = payload === null ? undefined : readPayload(payload)?.session_id;
        if (sessionId !== undefined) yield { party: actor, sessionId, at, position, id };
      }
    }
  }
  for await (const page of changesOf(db, chain, [DECISION])) {
    for (const { change, actor, at, position, id } of page) {
      if (change?.session_id !== undefined)
        yield { party: actor, sessionId: change.session_id, at, position, id };
    }
  }
}

async function sessionsBegun({ db, tenantId }: CheckContext): Promise<Begun> {
  const begun: Begun = { at: new Map(), mayHaveMore: new Set() };
  const chain = await chainOf(db, tenantId, 'production');
  for await (const page of changesOf(db, chain, BEGINNINGS)) {
    for (const { change, actor, at } of page) {
      if (change === null) begun.mayHaveMore.add(actor);
      for (const session of sessionsIn(change ?? {})) {
        const name = `${change?.member_id}/${session}`;
        begun.at.set(name, Math.min(at, begun.at.get(name) ?? at));
      }
    }
  }
  return begun;
}

function sessionsIn({ session_id, person }: JsonObject): string[] {
  const names = Object.keys((person ?? {}) as JsonObject).filter((name) => name.startsWith(SESSION));
  const stated = names.map((name) => name.slice(SESSION.length));
  return typeof session_id === 'string' ? [...stated, session_id] : stated;
}
