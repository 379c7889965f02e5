/** Reads the data of checks once each, from one chain, with a bounded number of rows where there may be many. */

import { escalationsOf } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import { changesOf } from '../evidence/changes/index.ts';
import { type Artifact, findArtifacts } from '../evidence/reading/index.ts';
import { type EvidenceInPeriod, evidenceInPeriod, type Period } from '../evidence/search/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { unlessUnavailable } from '../foundation/failure.ts';
import { NO_POLICIES, policyHistory } from '../governance/policies/index.ts';
import type { ApprovalSettings } from '../governance/settings/terms/index.ts';
import { type ApiKey, listKeys } from '../keys/index.ts';
import { reportedAmong } from '../outcomes/index.ts';
import { alarmsRaisedIn, openAlarms } from '../proof/alarms/index.ts';
import { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from '../proof/log/index.ts';
import type { EvidenceVerifier } from '../proof/verification/index.ts';
import { type RetentionSetting, retentionDays } from '../tenants/index.ts';
import { listEndpoints } from '../webhooks/endpoints/index.ts';
import {
  type Activations,
  type ChainInPeriod,
  MAX_EVIDENCE_IDS,
  SAMPLE,
  SAMPLE_ANSWERS,
  type Verdicts,
} from './check.ts';
import { settingsIn } from './settings-in-period.ts';
import { countedBy, spansOf } from './spans.ts';
import type { Subject } from './subject.ts';

/** The number of halts to read, since a tenant may have any number. */
const MAX_ACTIVATIONS = 500;

export interface ReadDeps {
  db: Database;
  clock: Clock;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
  evidenceVerifier: EvidenceVerifier;
  config: { retention: RetentionSetting };
}

export async function chainInPeriod(
  deps: ReadDeps,
  { chain, tenantId, tier, environment }: Subject,
  period: Period,
): Promise<ChainInPeriod> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const evidence = await evidenceInPeriod(db, chain, period);
  const governed = await governedPart(evidence, period);
  const keys = (await listKeys(db, tenantId)).filter(
    (key) => key.environment === environment && wasActiveIn(key, governed),
  );
  return {
    period,
    governed,
    nowMs,
    evidence,
    verdicts: await verdictsOf(evidence),
    settings: once(() => settingsIn(deps, chain, governed)),
    policies: once(() => spansOf(policyHistory(db, chain), NO_POLICIES, governed)),
    budgets: once(() => spansOf(budgetsCounted(db, chain), 0, governed)),
    retentionDays: retentionDays(deps.config.retention, tier),
    keys,
    keyRecords: once(() => keyRecordsOf(evidence)),
    evaluations: once(() => evidence.newest({ artifactType: 'governance_eval' }, SAMPLE)),
    outcomes: once(() => evidence.newest({ artifactType: 'action_executed' }, SAMPLE)),
    proceeds: once(() => evidence.newest({ artifactType: 'governance_eval', verdict: 'proceed' }, SAMPLE)),
    reported: (evaluations) =>
      reportedAmong(
        db,
        chain,
        evaluations.map(({ id }) => id),
      ),
    escalations: once(() => escalationsOf(db, chain, period, SAMPLE_ANSWERS)),
    alarms: once(async () => ({
      raised: await alarmsRaisedIn(db, chain, period),
      open: (await openAlarms(db, chain)).length,
    })),
    verification: once(() => deps.evidenceVerifier.verify(chain)),
    checkpoint: once(() => checkpointOf(db, chain, evidence.size)),
    listeners: once(() => listenersOf(deps.db, chain)),
    activations: once(() => activationsOf(db, chain)),
  };
}

/** Starts with the first evaluation: settings govern nothing before it. */
async function governedPart(evidence: EvidenceInPeriod, period: Period): Promise<Period> {
  const first = await evidence.oldest({ artifactType: 'governance_eval' });
  return { from: first === null ? period.from : Math.max(first.createdAt, period.from), to: period.to };
}

function wasActiveIn({ createdAt, expiresAt, revokedAt }: ApiKey, { from, to }: Period): boolean {
  return createdAt < to && (expiresAt ?? to) > from && (revokedAt ?? to) > from;
}

async function keyRecordsOf(evidence: EvidenceInPeriod): Promise<Artifact[]> {
  const ofAction = (action: string) =>
    evidence.newest({ artifactType: 'governance_change', action }, MAX_EVIDENCE_IDS);
  const records = [...(await ofAction('key.create')), ...(await ofAction('key.revoke'))];
  return records.sort((one, other) => other.position - one.position);
}

function budgetsCounted(db: Database, chain: number) {
  const changes = changesOf(db, chain, ['budget.create', 'budget.delete']);
  return countedBy(changes, ({ action }) => (action === 'budget.create' ? 1 : -1));
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

async function verdictsOf(evidence: EvidenceInPeriod): Promise<Verdicts> {
  const counts = { proceed: 0, escalate: 0, block: 0 };
  for (const verdict of ['proceed', 'escalate', 'block'] as const) {
    counts[verdict] = await evidence.count({ artifactType: 'governance_eval', verdict });
  }
  return { ...counts, all: counts.proceed + counts.escalate + counts.block };
}

/** Falls back to the newest checkpoint: a check names the fault in signing. */
async function checkpointOf(db: Database, chain: number, size: number): Promise<SignedCheckpoint | null> {
  try {
    return await checkpointCovering(db, chain, size);
  } catch (error) {
    unlessUnavailable(error);
    return latestCheckpoint(db, chain);
  }
}

/** Settings and policies in force, and halts that are not lifted. */
async function activationsOf(db: Database, chain: number): Promise<Activations> {
  const settings = await db
    .selectFrom('settings_in_force')
    .select('evidence_id')
    .where('chain', '=', chain)
    .execute();
  const policies = await db
    .selectFrom('policies')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('active_version', 'is not', null)
    .execute();
  const halts = await db
    .selectFrom('halts')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('lifted_at', 'is', null)
    .limit(MAX_ACTIVATIONS)
    .execute();
  const ids = [...settings, ...policies, ...halts].map(({ evidence_id }) => evidence_id);
  const named = ids.filter((id) => id !== null);
  const there = await findArtifacts(db, chain, named);
  return { named, missing: ids.filter((id) => id === null || !there.has(id)).length };
}

/** The events that the enabled endpoints of the chain receive. */
async function listenersOf(db: Database, chain: number) {
  const endpoints = await listEndpoints(db, chain);
  return endpoints.flatMap(({ types, disabled_at }) => (disabled_at === null ? [types] : []));
}
