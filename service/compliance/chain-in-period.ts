/** Reads the data of checks once each, from one chain, with a bounded number of rows where there may be many. */
import { careTaken } from '../approvals/deciding/index.ts';
import { escalationsOf } from '../approvals/finding/index.ts';
import type { Database } from '../database/open.ts';
import { changesOf } from '../evidence/changes/index.ts';
import type { Artifact } from '../evidence/reading/index.ts';
import { type EvidenceInPeriod, evidenceInPeriod, type Period } from '../evidence/search/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { unlessUnavailable } from '../foundation/failure.ts';
import { NO_POLICIES, policyHistory } from '../governance/policies/index.ts';
import { keptVersion, STANDARD_HELD, settingsHistory } from '../governance/settings/index.ts';
import type { ApprovalSettings, SettingsDocument } from '../governance/settings/terms/index.ts';
import { type ApiKey, listKeys } from '../keys/index.ts';
import { reportedAmong } from '../outcomes/index.ts';
import { alarmsRaisedIn, openAlarms } from '../proof/alarms/index.ts';
import { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from '../proof/log/index.ts';
import type { EvidenceVerifier } from '../proof/verification/index.ts';
import { type Environment, type RetentionSetting, retentionDays, type Tier } from '../tenants/index.ts';
import { inventoryIn } from './agents-in-period.ts';
import { changesByPeople } from './changes-by-people.ts';
import { once } from './once.ts';
import { oversightIn } from './oversight-in-period.ts';
import { countedBy, type Span, spansOf } from './spans.ts';

/** The limit of evidence ids for one check. */
export const MAX_EVIDENCE_IDS = 20;
/** The number of newest artifacts that stand for all, where reading every payload would be too much. */
export const SAMPLE = 100;
/** The number of newest answers to escalations that stand for all. */
export const SAMPLE_ANSWERS = 500;
/** The number of newest decisions on escalations that stand for all, where each is small. */
export const SAMPLE_DECISIONS = 10_000;

/** The tenant and environment whose evidence is checked. */
export interface Subject {
  chain: number;
  tenantId: string;
  /** The operator's name for the tenant. */
  name: string;
  tier: Tier;
  environment: Environment;
}

/** Settings that held for some time. */
export interface HeldDocument {
  /** 0 for the standard settings. */
  version: number;
  document: SettingsDocument;
}

export interface ReadDeps {
  db: Database;
  clock: Clock;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
  evidenceVerifier: EvidenceVerifier;
  config: { retention: RetentionSetting };
}

export async function subjectOf(db: Database, chain: number): Promise<Subject> {
  const { tier, environment, ...row } = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['tenants.tenant_id as tenantId', 'tenants.name', 'tenants.tier', 'chains.environment'])
    .where('chains.chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { chain, ...row, tier: tier as Tier, environment: environment as Environment };
}

/** All data that checks read. Costly data is read once, when a check asks for it. */
export type ChainInPeriod = Awaited<ReturnType<typeof chainInPeriod>>;

export async function chainInPeriod(deps: ReadDeps, subject: Subject, period: Period) {
  const { db, clock } = deps;
  const { chain, tenantId, tier, environment } = subject;
  const nowMs = clock.now();
  const evidence = await evidenceInPeriod(db, chain, period);
  const governed = await governedPart(evidence, period);
  const keys = (await listKeys(db, tenantId)).filter(
    (key) => key.environment === environment && wasActiveIn(key, governed),
  );
  const newest = (kind: Parameters<EvidenceInPeriod['newest']>[0]) =>
    once(() => evidence.newest(kind, SAMPLE));
  const evaluations = newest({ artifactType: 'governance_eval' });
  return {
    period,
    /**
     * Settings, policies, budgets and keys are judged over this part of the period. It starts with the first evaluation,
     * since nothing was governed before.
     */
    governed,
    /** When the check runs, ms since the epoch. */
    nowMs,
    evidence,
    verdicts: await verdictsOf(evidence),
    /** The tenant's own, or the standard ones with the operator's present additions. */
    settings: once(() => settingsIn(deps, chain, governed)),
    policies: once(() => spansOf(policyHistory(db, chain), NO_POLICIES, governed)),
    /** The number in force. */
    budgets: once(() => spansOf(budgetsCounted(db, chain), 0, governed)),
    /** Days that payloads are kept; null for no limit. The operator sets it without evidence, so this is the present value. */
    retentionDays: retentionDays(deps.config.retention, tier),
    /** The keys of this environment that were active at some time in the governed period. */
    keys,
    /** The newest records of creating and revoking keys. */
    keyRecords: once(() => keyRecordsOf(evidence)),
    evaluations,
    /** The agents as they stood when it was checked. */
    inventory: once(async () => inventoryIn(db, chain, keys, await evaluations())),
    outcomes: newest({ artifactType: 'action_executed' }),
    /** The newest evaluations that said proceed. */
    proceeds: newest({ artifactType: 'governance_eval', verdict: 'proceed' }),
    /** Those of these evaluations whose outcome was reported. */
    reported: (evaluations: readonly Artifact[]) => {
      const ids = evaluations.map(({ id }) => id);
      return reportedAmong(db, chain, ids);
    },
    escalations: once(() => escalationsOf(db, chain, period, SAMPLE_ANSWERS)),
    care: once(() => careTaken(db, { chain, tenantId }, period, SAMPLE_DECISIONS)),
    /** Those raised in the period, and those not acknowledged, whenever they were raised. */
    alarms: once(async () => ({
      raised: await alarmsRaisedIn(db, chain, period),
      open: (await openAlarms(db, chain)).length,
    })),
    verification: once(() => deps.evidenceVerifier.verify(chain)),
    /** The newest one; it covers all records looked at, unless none does. */
    checkpoint: once(() => checkpointOf(db, chain, evidence.size)),
    /** Changes of the rules that settings can make need a second person, and which parts of governance have them here. */
    byPeople: once(() => changesByPeople(db, subject, governed)),
    ...oversightIn(db, subject, period, nowMs),
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

/** The settings in force, by the evidence of their activation. */
async function settingsIn(deps: ReadDeps, chain: number, period: Period): Promise<Span<HeldDocument>[]> {
  const spans = await spansOf(settingsHistory(deps.db, chain), STANDARD_HELD, period);
  const documents = new Map<number, SettingsDocument | undefined>();
  for (const { value } of spans) {
    if (value === undefined || documents.has(value.version)) continue;
    documents.set(value.version, (await keptVersion(deps, chain, value.version))?.document);
  }
  return spans.map(({ value, ...span }) => {
    const document = value && documents.get(value.version);
    return { ...span, value: value && document && { version: value.version, document } };
  });
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

async function verdictsOf(evidence: EvidenceInPeriod) {
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
