/**
 * A compliance check runs the checks of a framework over one chain in one period. The findings become evidence before
 * they are answered. The same evidence, settings and period give the same findings.
 */

import { EXCEPTIONS_ACTION, type JsonObject } from '@assize/evidence-format';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import { type Artifact, findArtifact } from '../evidence/reading/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Allowance } from '../foundation/meters.ts';
import { type ChainInPeriod, chainInPeriod, type ReadDeps, subjectOf } from './chain-in-period.ts';
import type { Check, Finding } from './check.ts';
import { CHECKS, type CheckId } from './checks/index.ts';
import { checksOf, FRAMEWORKS, type Framework, type FrameworkId } from './frameworks/index.ts';
import { type ComplianceRecord, readRecord, recordOf } from './record.ts';
import { pastPeriod, recordCheck } from './recorded.ts';

export type ComplianceDeps = ReadDeps & ChangeDeps;

export interface ComplianceQuestion {
  chain: number;
  /** A key's id, or the operator. */
  actor: string;
  framework: FrameworkId;
  /** ms since the epoch; by default 90 days before the end. */
  from?: number | undefined;
  /** Exclusive; by default now. */
  to?: number | undefined;
}

export interface RecordedCheck {
  evidenceId: string;
  record: ComplianceRecord;
}

/**
 * @param allowance the month's limit, where there is one.
 * @throws {Failure} `invalid` where the period is empty or not over; `allowance_exceeded`; `unavailable`.
 */
export async function checkCompliance(
  deps: ComplianceDeps,
  question: ComplianceQuestion,
  allowance?: Allowance,
): Promise<RecordedCheck> {
  const { chain, actor } = question;
  const period = pastPeriod(question, deps.clock.now());
  const framework = FRAMEWORKS[question.framework];
  const subject = await subjectOf(deps.db, chain);
  const read = await chainInPeriod(deps, subject, period);
  const findings = await findingsOf(framework, read);
  const record = recordOf({
    framework,
    subject,
    actor,
    chain: read,
    records: await read.evidence.count({}),
    checkpoint: read.evidence.size === 0 ? null : await read.checkpoint(),
    findings,
    inventory: await read.inventory(),
  });
  const act = { chain, actor, action: framework.id };
  return { evidenceId: await recordCheck(deps, act, record as unknown as JsonObject, allowance), record };
}

/** @throws {Failure} `not_found`, also for another tenant's check, other evidence, or a check without its payload. */
export async function findCheck(
  { db }: Pick<ComplianceDeps, 'db'>,
  chain: number,
  evidenceId: string,
): Promise<RecordedCheck> {
  const artifact: Artifact | null = await findArtifact(db, chain, evidenceId);
  if (artifact?.artifactType !== 'compliance_check' || artifact.action === EXCEPTIONS_ACTION) {
    throw new Failure('not_found', 'There is no such compliance check.');
  }
  if (artifact.payload === null) {
    throw new Failure('not_found', 'The result of this compliance check was removed.');
  }
  return { evidenceId, record: readRecord(artifact.payload) };
}

async function findingsOf(framework: Framework, chain: ChainInPeriod): Promise<Map<CheckId, Finding>> {
  const findings = new Map<CheckId, Finding>();
  for (const id of checksOf(framework)) {
    const check: Check = CHECKS[id];
    findings.set(id, asFarAsGoverned(chain, check, await check.assess(chain)));
  }
  return findings;
}

/** Without an evaluation in the period, a result is not assessed, except a fault that counts without one. */
function asFarAsGoverned({ verdicts }: ChainInPeriod, check: Check, finding: Finding): Finding {
  if (verdicts.all > 0 || finding.result === 'not_assessed') return finding;
  if (finding.result === 'not_met' && check.evenUngoverned) return finding;
  const text = `No action was evaluated in the period, so nothing was governed. ${finding.finding}`;
  return { ...finding, result: 'not_assessed', finding: text };
}
