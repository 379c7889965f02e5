/** The filters of a search: how the address holds them, and how the API is asked. */
import { type TimeSearch, timeSearchOf } from '../ui/time/time-range.ts';
import type { SearchBody } from './use-evidence.ts';

export const TYPES = {
  governance_eval: 'Evaluation',
  action_executed: 'Executed',
  action_approved: 'Approved',
  action_rejected: 'Rejected',
  compliance_check: 'Compliance check',
  trust_update: 'Trust update',
  governance_change: 'Change of governance',
} as const;
type ArtifactType = keyof typeof TYPES;
export const VERDICTS = ['proceed', 'escalate', 'block'] as const;
type VerdictName = (typeof VERDICTS)[number];

type LawId = NonNullable<SearchBody['law']>;

export const LAWS: Record<LawId, string> = {
  audit_conservation: 'Audit Conservation',
  bounded_autonomy: 'Bounded Autonomy',
  budget_conservation: 'Budget Conservation',
  evidence_gravity: 'Evidence Gravity',
  least_action_path: 'Least Action Path',
  monotonic_truth: 'Monotonic Truth',
  policy_adherence: 'Policy Adherence',
  safety_dominance: 'Safety Dominance',
};

/** The filters that read payloads: their names in the address, and in the API. */
const CONTENTS = {
  text: 'text',
  agent: 'agent_id',
  person: 'user_id',
  law: 'law',
  tool: 'tool',
  target: 'target',
  session: 'session_id',
  mandate: 'mandate_id',
} as const;
export type ContentName = keyof typeof CONTENTS;
export const CONTENT_NAMES = Object.keys(CONTENTS) as ContentName[];

export interface EvidenceSearch extends TimeSearch, Partial<Record<ContentName, string | undefined>> {
  type?: ArtifactType | undefined;
  action?: string | undefined;
  verdict?: VerdictName | undefined;
  /** Trust updates and sign-ins are shown too. */
  all?: true | undefined;
}

/** Ignores what it can't read. */
export function evidenceSearchOf(search: Record<string, unknown>): EvidenceSearch {
  const { type, action, verdict } = search;
  const contents = CONTENT_NAMES.flatMap((name) => {
    const value = search[name];
    const isValue = typeof value === 'string' && value !== '';
    return isValue && (name !== 'law' || Object.hasOwn(LAWS, value)) ? [[name, value]] : [];
  });
  return {
    ...timeSearchOf(search),
    ...(typeof type === 'string' && Object.hasOwn(TYPES, type) && { type: type as ArtifactType }),
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(VERDICTS.includes(verdict as VerdictName) && { verdict: verdict as VerdictName }),
    ...Object.fromEntries(contents),
    ...(search.all === true && { all: true }),
  };
}

/** Whether it reads payloads: such a search has no total, and goes on page by page. */
export function readsPayloads(search: EvidenceSearch): boolean {
  return CONTENT_NAMES.some((name) => search[name] !== undefined);
}

/** Whether trust updates and sign-ins are left out: they follow from other records, and would bury these. */
export function leavesOut({ all, type, action }: EvidenceSearch): boolean {
  return all !== true && type === undefined && action === undefined;
}

const SIGN_IN = 'member.sign_in';
const WITHOUT_TRUST = Object.keys(TYPES).filter((type) => type !== 'trust_update') as ArtifactType[];

/** The filter as the API takes it, without the period. */
export function filterOf(search: EvidenceSearch): SearchBody {
  const { type, action, verdict } = search;
  const contents = CONTENT_NAMES.flatMap((name) =>
    search[name] === undefined ? [] : [[CONTENTS[name], search[name]]],
  );
  return {
    ...(leavesOut(search) && { artifact_types: WITHOUT_TRUST, except_actions: [SIGN_IN] }),
    ...(type !== undefined && { artifact_type: type }),
    ...(action !== undefined && { action }),
    ...(verdict !== undefined && { verdict }),
    ...Object.fromEntries(contents),
  };
}

/** The name of a type, even one that this page does not know yet. */
export function typeName(type: string): string {
  return TYPES[type as ArtifactType] ?? type.replaceAll('_', ' ');
}
