/** The trail of a drawn record: what led to it, and what followed, as of the pinned position of the report. */
import type { JsonObject } from '@assize/evidence-format';
import { STEP_KINDS, trailOf } from '../../reports/index.ts';
import { decisionsIn } from './kinds/approved.ts';
import { shortened } from './kinds/kind.ts';
import { lawsThat, reasonsOf } from './kinds/reasons.ts';
import { type FoundRecord, type Reading, recordsById } from './reading.ts';

/** The asking for an approval is left out, because it has the record of its evaluation. */
export const STEPS = STEP_KINDS.filter((kind) => kind !== 'approval');

export interface Step extends Pick<FoundRecord, 'evidenceId' | 'index' | 'at'> {
  step: (typeof STEPS)[number];
  who: string;
  what: string;
}

/** In the order of the chain: only steps that have a record, since a report names what can be proven. */
export async function provenTrailOf(reading: Reading, evidenceId: string): Promise<Step[]> {
  const { steps } = await trailOf(reading.db, reading.chain, evidenceId, true);
  const records = await recordsById(
    reading,
    steps.map((step) => step.evidenceId),
  );
  const placed = steps.flatMap(({ kind, evidenceId: id }): Step[] => {
    const found = kind === 'approval' || id === null ? undefined : records.get(id);
    if (kind === 'approval' || found === undefined) return [];
    const { index, at, actor: who } = found;
    return [{ step: kind, evidenceId: id, index, at, who, what: whatOf(found) }];
  });
  return placed.sort((one, other) => (one.index ?? 0) - (other.index ?? 0));
}

/** Says of a record why its trail has nothing else; null where it has. */
export function aloneText(record: FoundRecord, trail: readonly Step[]): string | null {
  if (trail.some(({ evidenceId }) => evidenceId !== record.evidenceId)) return null;
  const { artifactType, action, verdict, payload } = record;
  const unasked = 'No agent asked for an action, so nothing led to it or followed.';
  switch (artifactType) {
    case 'governance_change':
      return `A setting, a rule or an account was changed (${action}). ${unasked}`;
    case 'compliance_check':
      return `The evidence was checked, or a report was made. ${unasked}`;
    case 'governance_eval':
      return FOLLOWED_BY_NOTHING[verdict ?? ''] ?? NOTHING_ELSE;
    default:
      if (payload === null) return 'Its content was removed, so nothing shows what it belongs to.';
      return artifactType === 'action_executed' && payload.evaluation_id == null
        ? 'The outcome was reported without naming an evaluation, so nothing shows what led to it.'
        : NOTHING_ELSE;
  }
}

const NOTHING_ELSE = 'Up to the end of this report, no other record belongs to it.';

const FOLLOWED_BY_NOTHING: Record<string, string> = {
  proceed: 'It could proceed. Up to the end of this report, no outcome was reported.',
  escalate: 'A person was asked. Up to the end of this report, no decision and no outcome were recorded.',
  block: 'It was blocked, and no outcome was reported: nothing followed.',
};

/** Says as a clause what happened by a record. */
export function whatOf({ artifactType, action, verdict, payload }: FoundRecord): string {
  const named = action ?? artifactType;
  if (payload === null) return `${named}: its content was removed`;
  switch (artifactType) {
    case 'governance_eval':
      return `${named}: ${verdict}${reasonsIn(payload)}`;
    case 'action_executed':
      return `${named}: ${typeof payload.outcome === 'string' ? payload.outcome : 'carried out'}`;
    case 'action_approved':
    case 'action_rejected':
      return decidedIn(payload);
    case 'trust_update':
      return `trust moved from ${payload.before} to ${payload.after}`;
    default:
      return named;
  }
}

function reasonsIn(payload: JsonObject): string {
  if (lawsThat(payload, 'fail').length > 0) return `, since ${reasonsOf(payload, 'fail')}`;
  const reasons = reasonsOf(payload, 'warn');
  return reasons === null ? '' : `, since ${reasons}`;
}

function decidedIn(payload: JsonObject): string {
  const decisions = decisionsIn(payload).map(
    ({ party, decision, comment }) => `${decision} by ${party}${comment === null ? '' : ` (“${comment}”)`}`,
  );
  return shortened(decisions.join('; ')) ?? String(payload.resolution);
}
