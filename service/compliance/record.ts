/**
 * The payload of a `compliance_check` artifact: the answer, and the only source of the report. It holds the framework as it
 * was read then, so neither changes when a later version reads the framework differently.
 */

import { formatHash, type JsonObject } from '@assize/evidence-format';
import { chainId } from '../database/chain-id.ts';
import type { SignedCheckpoint } from '../proof/log/index.ts';
import type { Inventory } from './agents-in-period.ts';
import type { ChainInPeriod, Subject } from './chain-in-period.ts';
import type { Check, Finding } from './check.ts';
import { CHECK_IDS, type CheckId, publishedCheck } from './checks/index.ts';
import type { Control, Framework } from './frameworks/index.ts';
import { type ControlResult, RESULTS, type Result, resultOf } from './result.ts';

export interface CheckRecord extends Pick<Check, 'title' | 'rule'>, Omit<Finding, 'evidenceIds'> {
  id: string;
  /** See `Judged`: from these and the results, a reader can derive the results of the controls again. */
  occasional: boolean;
  decisive: boolean;
  evidence_ids: string[];
}

export interface ControlRecord extends Omit<Control, 'checks'>, ControlResult {
  checks: string[];
  /** The number of those that are met. */
  checks_met: number;
}

export interface CheckpointRecord {
  tree_size: number;
  root_hash: string;
  signed_at: string;
  /** The C2SP signed note, verbatim. */
  note: string;
}

export interface ComplianceRecord {
  framework: { id: string; name: string; edition: string; scope: string };
  period: { from: string; to: string };
  /** The part for which settings were judged. Earlier versions judged them as they stood then, and left it out. */
  governed?: { from: string; to: string };
  checked_at: string;
  checked_by: string;
  tenant: { id: string; name: string };
  environment: string;
  evidence: {
    chain_id: string;
    /** Artifacts of the chain when it was looked at. */
    tree_size: number;
    records_in_period: number;
    evaluations_in_period: number;
    checkpoint: CheckpointRecord | null;
  };
  summary: Record<Result, number>;
  controls: ControlRecord[];
  checks: CheckRecord[];
  /** Earlier versions left it out. */
  inventory?: Inventory;
}

export interface Checked {
  framework: Framework;
  subject: Subject;
  actor: string;
  chain: ChainInPeriod;
  records: number;
  checkpoint: SignedCheckpoint | null;
  findings: ReadonlyMap<CheckId, Finding>;
  inventory: Inventory;
}

export function recordOf({ framework, subject, actor, chain, ...read }: Checked): ComplianceRecord {
  const { id, name, edition, scope } = framework;
  const controls = framework.controls.map((control) => controlRecord(control, read.findings));
  return {
    framework: { id, name, edition, scope },
    period: { from: iso(chain.period.from), to: iso(chain.period.to) },
    governed: { from: iso(chain.governed.from), to: iso(chain.governed.to) },
    checked_at: iso(chain.nowMs),
    checked_by: actor,
    tenant: { id: subject.tenantId, name: subject.name },
    environment: subject.environment,
    evidence: {
      chain_id: chainId(subject.chain),
      tree_size: chain.evidence.size,
      records_in_period: read.records,
      evaluations_in_period: chain.verdicts.all,
      checkpoint: read.checkpoint && checkpointRecord(read.checkpoint),
    },
    summary: summaryOf(controls),
    controls,
    checks: CHECK_IDS.flatMap((check) => checkRecord(check, read.findings.get(check))),
    inventory: read.inventory,
  };
}

function controlRecord(control: Control, findings: ReadonlyMap<CheckId, Finding>): ControlRecord {
  const judged = control.checks.map((id) => {
    const { occasional, decisive } = publishedCheck(id);
    return { result: findings.get(id)?.result ?? 'not_assessed', occasional, decisive };
  });
  const { id, title, asks, checks, evidence, outside } = control;
  const checks_met = judged.filter(({ result }) => result === 'met').length;
  return { id, title, asks, ...resultOf(judged), checks: [...checks], checks_met, evidence, outside };
}

function checkRecord(id: CheckId, finding: Finding | undefined): CheckRecord[] {
  if (finding === undefined) return [];
  const { evidenceIds, ...published } = finding;
  return [{ ...publishedCheck(id), ...published, evidence_ids: evidenceIds }];
}

function summaryOf(controls: readonly ControlRecord[]): Record<Result, number> {
  const counts = RESULTS.map((wanted) => [wanted, controls.filter(({ result }) => result === wanted).length]);
  return Object.fromEntries(counts) as Record<Result, number>;
}

function checkpointRecord({ size, root, signedAt, note }: SignedCheckpoint): CheckpointRecord {
  return { tree_size: size, root_hash: formatHash(root), signed_at: iso(signedAt), note };
}

/** The result of all controls together: met only where every one is, since not assessed is not a pass. */
export function statusOfCheck({ summary }: Pick<ComplianceRecord, 'summary'>): Result {
  const { met, partial, not_met, not_assessed } = summary;
  if (not_met > 0) return 'not_met';
  if (partial > 0) return 'partial';
  if (met === 0) return 'not_assessed';
  return not_assessed > 0 ? 'partial' : 'met';
}

/** The payload of a `compliance_check`, read back. */
export function readRecord(payload: JsonObject): ComplianceRecord {
  return payload as unknown as ComplianceRecord;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
