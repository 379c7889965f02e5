/** Reads what checks look at: once each, within one chain, and never all of it where there may be much. */
import { escalationsOf } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import {
  alarmsRaisedIn,
  checkpointCovering,
  type EvidenceOfPeriod,
  type EvidenceVerifier,
  evidenceOfPeriod,
  findArtifacts,
  latestCheckpoint,
  openAlarms,
  type Period,
  type RetentionSetting,
  retentionDays,
  type SignedCheckpoint,
} from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { unlessUnavailable } from '../foundation/failure.ts';
import { listKeys, statusOf } from '../keys/index.ts';
import { reportedAmong } from '../outcomes/index.ts';
import type { ApprovalSettings } from '../settings/index.ts';
import type { Standings } from '../standing/index.ts';
import {
  type Activations,
  type ChainInPeriod,
  type Listeners,
  SAMPLE,
  SAMPLE_ANSWERS,
  type Verdicts,
} from './check.ts';
import type { Subject } from './subject.ts';

/** A tenant may have any number of halts. */
const MOST_ACTIVATIONS = 500;

export interface ReadDeps {
  db: Database;
  clock: Clock;
  standings: Standings;
  /** Of tenants that have set none. */
  approvalSettings: ApprovalSettings;
  evidenceVerifier: EvidenceVerifier;
  config: { retention: RetentionSetting };
  /** Who is told of events of the chain. */
  listenersOf(chain: number): Promise<Listeners>;
}

export async function chainInPeriod(
  deps: ReadDeps,
  { chain, tenantId, tier, environment }: Subject,
  period: Period,
): Promise<ChainInPeriod> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const standing = await deps.standings.of(chain);
  const evidence = await evidenceOfPeriod(db, chain, period);
  const keys = (await listKeys(db, tenantId)).filter(
    (key) => key.environment === environment && statusOf(key, nowMs) === 'active',
  );
  return {
    period,
    nowMs,
    evidence,
    verdicts: await verdictsOf(evidence),
    standing,
    approvals: standing.settings.approvals ?? deps.approvalSettings,
    retentionDays: retentionDays(deps.config.retention, tier),
    keys,
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
    listeners: once(() => deps.listenersOf(chain)),
    activations: once(() => activationsOf(db, chain)),
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

async function verdictsOf(evidence: EvidenceOfPeriod): Promise<Verdicts> {
  const counts = { proceed: 0, escalate: 0, block: 0 };
  for (const verdict of ['proceed', 'escalate', 'block'] as const) {
    counts[verdict] = await evidence.count({ artifactType: 'governance_eval', verdict });
  }
  return { ...counts, all: counts.proceed + counts.escalate + counts.block };
}

/** Where none comes that covers everything, the newest there is: what is wrong with signing is for a check to say. */
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
    .limit(MOST_ACTIVATIONS)
    .execute();
  const ids = [...settings, ...policies, ...halts].map(({ evidence_id }) => evidence_id);
  const named = ids.filter((id) => id !== null);
  const there = await findArtifacts(db, chain, named);
  return { named, missing: ids.filter((id) => id === null || !there.has(id)).length };
}
