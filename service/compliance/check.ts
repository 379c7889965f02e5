/** A check asks a question about one chain in one period; its answer names its numbers and its evidence. */
import type { Artifact } from '../evidence/reading/index.ts';
import type { EvidenceInPeriod, EvidenceKind } from '../evidence/search/index.ts';
import { type ChainInPeriod, MAX_EVIDENCE_IDS } from './chain-in-period.ts';
import type { Result } from './result.ts';

export interface Finding {
  result: Result;
  /** One sentence, with the numbers. */
  finding: string;
  counts: Record<string, number>;
  /** The newest first. */
  evidenceIds: string[];
}

export interface Check {
  title: string;
  /** The condition of being met, and met in part; the report prints it. */
  rule: string;
  /** See `Judged`. */
  occasional?: boolean;
  decisive?: boolean;
  /** Whether a result of not met counts even if nothing was evaluated in the period. */
  evenUngoverned?: boolean;
  assess(chain: ChainInPeriod): Promise<Finding>;
}

export function idsOf(artifacts: readonly Artifact[]): string[] {
  return artifacts.slice(0, MAX_EVIDENCE_IDS).map(({ id }) => id);
}

export async function newestIds(evidence: EvidenceInPeriod, kind: EvidenceKind): Promise<string[]> {
  return idsOf(await evidence.newest(kind, MAX_EVIDENCE_IDS));
}
