/**
 * Looks up the origins of a recorded evaluation again, in its session as it stood then. Once a session has ended, its
 * values are gone, and its origins stay as they were recorded.
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { isBySession, withOrigins } from '../evaluation/facts/index.ts';
import { type ActFacts, type ActReach, READING_VERSION } from '../evaluation/question/index.ts';
import { actTermsOf } from '../governance/settings/terms/index.ts';
import { resultsSeenAt, sessionAt, sessionIdOf, sessionKey } from '../sessions/index.ts';
import type { TargetHashes } from '../targets/known/index.ts';
import { TOLERANCE_MS } from './in-force.ts';
import type { JudgedAct } from './recompute-mandate.ts';

/** @param hashes null where no secret for targets was ever made. */
export async function areOriginsAsRecorded(
  db: Database,
  chain: number,
  { act, request, settings, at }: JudgedAct,
  hashes: TargetHashes | null,
): Promise<boolean> {
  const { session } = act;
  const id = sessionIdOf(request.context as JsonObject);
  if (id === undefined || hashes === null) return session === null && !saysOrigins(act);
  const key = sessionKey(hashes, chain, request.agent_id, id);
  const { least, most } = await resultsSeenAt(db, chain, key, at, TOLERANCE_MS);
  if (session === null) return !saysOrigins(act) && least === 0;
  if (session.id !== key || session.results < least || session.results > most) return false;
  const then = await sessionAt(db, chain, key, session.results);
  if (then === 'ended') return true;
  if (then === null || act.reading !== READING_VERSION) return then !== null;
  const before = { ...act, reaches: act.reaches.map(withoutSession) };
  const again = withOrigins(before, request, then, actTermsOf(settings).judgesOrigins);
  return originsText(again) === originsText(act);
}

function saysOrigins({ origins, mentions, reaches }: ActFacts): boolean {
  return origins.length > 0 || mentions.length > 0 || reaches.some(({ known }) => isBySession(known));
}

function withoutSession(reach: ActReach): ActReach {
  return isBySession(reach.known) ? { ...reach, known: null } : reach;
}

function originsText({ session, origins, mentions, reaches }: ActFacts): string {
  const known = reaches.map((reach) => reach.known);
  return canonicalJson({ session, origins, mentions, known } as never);
}
