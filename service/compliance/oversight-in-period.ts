/** Reads how people oversee the agents: webhooks, halts and settings in force, incidents, and reviews of access. */
import { countsOf, decidedIn, lastClosed } from '../access-review/index.ts';
import type { Database } from '../database/open.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import type { Period } from '../evidence/search/index.ts';
import { incidentsNoticed } from '../incidents/index.ts';
import { chainOf, type Environment } from '../tenants/index.ts';
import { listEndpoints } from '../webhooks/endpoints/index.ts';
import { once } from './once.ts';

/** The number of newest incidents that stand for all. */
export const MAX_INCIDENTS = 1000;
/** The number of halts to read, since a tenant may have any number. */
const MAX_ACTIVATIONS = 500;

interface Subject {
  chain: number;
  tenantId: string;
  environment: Environment;
}

/** @param nowMs when the check runs, ms since the epoch. */
export function oversightIn(db: Database, subject: Subject, period: Period, nowMs: number) {
  const { chain } = subject;
  return {
    /** The events that each enabled webhook endpoint wants; null for all of them. */
    listeners: once(() => listenersOf(db, chain)),
    activations: once(() => activationsOf(db, chain)),
    /** Those that were noticed in the period. */
    incidents: once(() => incidentsNoticed(db, chain, period, MAX_INCIDENTS)),
    review: once(() => lastReview(db, subject, Math.min(period.to, nowMs))),
  };
}

/** The last review of access that was closed by then. It is of both environments. */
async function lastReview(db: Database, { tenantId, environment }: Subject, by: number) {
  const own = await chainOf(db, tenantId, 'production');
  const last = await lastClosed(db, own, by);
  return (
    last && {
      bySelf: countsOf(await decidedIn(db, own, last.review_id)).by_self,
      closedAt: last.closed_at ?? 0,
      evidenceId: environment === 'production' ? last.evidence_id : null,
    }
  );
}

/**
 * Settings and policies in force, and halts that are not lifted: the records that put them there, and the number that
 * name no record, or one that is not in the chain.
 */
async function activationsOf(db: Database, chain: number) {
  const settings = db.selectFrom('settings_in_force').select('evidence_id').where('chain', '=', chain);
  const policies = db
    .selectFrom('policies')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('active_version', 'is not', null);
  const halts = db
    .selectFrom('halts')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('lifted_at', 'is', null)
    .limit(MAX_ACTIVATIONS);
  const rows = [await settings.execute(), await policies.execute(), await halts.execute()].flat();
  const ids = rows.map(({ evidence_id }) => evidence_id);
  const named = ids.filter((id) => id !== null);
  const there = await findArtifacts(db, chain, named);
  return { named, missing: ids.filter((id) => id === null || !there.has(id)).length };
}

/** The events that the enabled endpoints of the chain receive. */
async function listenersOf(db: Database, chain: number) {
  const endpoints = await listEndpoints(db, chain);
  return endpoints.flatMap(({ types, disabled_at }) => (disabled_at === null ? [types] : []));
}
