/** Makes a report of exceptions of a period: pinned to a signed checkpoint, and evidence before it is answered. */
import { EXCEPTIONS_ACTION, type JsonObject, MAX_SAMPLE } from '@assize/evidence-format';
import type { ChangeDeps } from '../../evidence/changes/index.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { Allowance } from '../../foundation/meters.ts';
import { checkpointCovering } from '../../proof/log/index.ts';
import { subjectOf } from '../chain-in-period.ts';
import { type OwnerDeps, ownersOf } from '../controls/index.ts';
import { pastPeriod, recordCheck } from '../recorded.ts';
import type { ReportMaker } from './maker.ts';
import { type ReportRecord, recordOf } from './record.ts';
import type { SampledPopulation } from './sample.ts';

export const DEFAULT_SAMPLE = 25;
const SEED_BYTES = 16;

export interface ReportDeps extends OwnerDeps, ChangeDeps {
  reportMaker: ReportMaker;
  fillRandom: FillRandom;
}

export interface WantedReport {
  chain: number;
  actor: string;
  from?: number | undefined;
  to?: number | undefined;
  population?: SampledPopulation | undefined;
  sampleSize?: number | undefined;
  /** By default random. */
  seed?: string | undefined;
}

export interface RecordedReport {
  evidenceId: string;
  record: ReportRecord;
}

/**
 * @param allowance the month's limit, where there is one.
 * @throws {Failure} `invalid` where the period is empty or not over; `conflict` while another is being made;
 * `allowance_exceeded`; `unavailable`, also where nothing is signed.
 */
export async function makeReport(
  deps: ReportDeps,
  wanted: WantedReport,
  allowance?: Allowance,
): Promise<RecordedReport> {
  const { db, clock } = deps;
  const { chain, actor: madeBy } = wanted;
  const nowMs = clock.now();
  const period = pastPeriod(wanted, nowMs);
  const subject = await subjectOf(db, chain);
  const length = await sizeOf(db, chain);
  const checkpoint = length === 0 ? null : await checkpointCovering(db, chain, length);
  const { tenantId, environment } = subject;
  const question = { chain, tenantId, environment, period, size: checkpoint?.size ?? 0, nowMs };
  const findings = await deps.reportMaker.find(question, {
    population: wanted.population ?? 'governance_eval',
    size: Math.min(wanted.sampleSize ?? DEFAULT_SAMPLE, MAX_SAMPLE),
    seed: wanted.seed ?? randomSeed(deps.fillRandom),
    isSeedGiven: wanted.seed !== undefined,
  });
  const controls = await ownersOf(db, chain, period);
  const record = recordOf({ question, subject, madeBy, checkpoint, controls }, findings);
  const act = { chain, actor: madeBy, action: EXCEPTIONS_ACTION };
  return { evidenceId: await recordCheck(deps, act, record as unknown as JsonObject, allowance), record };
}

function randomSeed(fillRandom: FillRandom): string {
  const bytes = new Uint8Array(SEED_BYTES);
  fillRandom(bytes);
  return Buffer.from(bytes).toString('hex');
}
