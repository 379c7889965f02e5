/** The filters of a search, as the address holds them. */
import { type TimeSearch, timeSearchOf } from '../ui/time/time-range.ts';

export const TYPES = {
  governance_eval: 'Evaluation',
  action_executed: 'Executed',
  action_approved: 'Approved',
  action_rejected: 'Rejected',
  compliance_check: 'Compliance check',
  trust_update: 'Trust update',
  governance_change: 'Change of governance',
} as const;
export type ArtifactType = keyof typeof TYPES;
export const VERDICTS = ['proceed', 'escalate', 'block'] as const;
export type VerdictName = (typeof VERDICTS)[number];

export interface EvidenceSearch extends TimeSearch {
  type?: ArtifactType | undefined;
  action?: string | undefined;
  verdict?: VerdictName | undefined;
}

/** Ignores what it can't read. */
export function evidenceSearchOf(search: Record<string, unknown>): EvidenceSearch {
  const { type, action, verdict } = search;
  return {
    ...timeSearchOf(search),
    ...(typeof type === 'string' && Object.hasOwn(TYPES, type) && { type: type as ArtifactType }),
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(VERDICTS.includes(verdict as VerdictName) && { verdict: verdict as VerdictName }),
  };
}

/** The name of a type, even one that this page does not know yet. */
export function typeName(type: string): string {
  return TYPES[type as ArtifactType] ?? type.replaceAll('_', ' ');
}
