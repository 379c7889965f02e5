/** Reads what the columns of the list show from records, whose payloads may be anything, or gone. */
import type { Artifact } from '../../../client/api.ts';
import { sessionIn } from '../../sessions/session-of.ts';
import { type LawFinding, lawsIn } from '../laws.ts';
import { actIn, objectIn } from '../record/act.ts';

type Said = Pick<Artifact, 'payload' | 'artifact_type'>;

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The request of an evaluation, or the report of an outcome: both name who acted. */
function requestIn({ payload }: Said): Record<string, unknown> {
  return objectIn(payload?.request) ?? payload ?? {};
}

export function agentIn(item: Said): string | null {
  return textIn(requestIn(item).agent_id) ?? textIn(objectIn(item.payload?.change)?.agent_id);
}

/** The person for whom the agent acted. */
export function personIn(item: Said): string | null {
  return textIn(requestIn(item).user_id);
}

/** The first law that did not pass: the gravest one. */
export function lawIn({ payload }: Said): LawFinding | null {
  const [first] = lawsIn(payload);
  return first === undefined || first.result === 'pass' ? null : first;
}

/** Why it did not proceed, what the deciders said, how it ended, or why it was changed. */
export function reasonIn(item: Said): string | null {
  const { artifact_type: type, payload } = item;
  if (type === 'governance_eval') return lawIn(item)?.reason ?? null;
  if (type === 'action_executed') return textIn(payload?.outcome);
  if (type === 'governance_change') return textIn(objectIn(payload?.change)?.reason);
  return textIn(decisionsIn(item).findLast(({ comment }) => textIn(comment) !== null)?.comment);
}

/** The parties who decided it or made the change, each once. */
export function decidersIn(item: Said): string[] {
  const by = item.artifact_type === 'governance_change' ? [item.payload?.by] : [];
  const parties = [...by, ...decisionsIn(item).map(({ party }) => party)];
  return [...new Set(parties.filter((party) => typeof party === 'string'))];
}

/** The approval that an evaluation used, or waits for: who decided it stands there. */
export function approvalIn({ artifact_type: type, payload }: Said): string | null {
  if (type !== 'governance_eval') return null;
  // A request may name any approval: the facts say whether it stood.
  const used = objectIn(payload?.facts)?.approval === 'approved';
  const asked = objectIn(objectIn(payload?.request)?.context);
  return used
    ? textIn(asked?.approval_id)
    : (textIn(payload?.escalation_id)?.replace(/^esc_/, 'apr_') ?? null);
}

function decisionsIn({ payload }: Said): Record<string, unknown>[] {
  const { decisions } = payload ?? {};
  return Array.isArray(decisions) ? decisions.map(objectIn).filter((each) => each !== null) : [];
}

export function toolIn({ payload }: Said): string | null {
  const known = actIn(payload)?.tool;
  if (known != null) return known;
  const { tool } = objectIn(objectIn(payload?.request)?.context) ?? {};
  return textIn(tool) ?? textIn(objectIn(tool)?.name);
}

export function sessionIdIn({ payload }: Said): string | null {
  return sessionIn(payload)?.id ?? null;
}

export function mandateIn({ payload }: Said): string | null {
  const asked = objectIn(objectIn(payload?.request)?.context);
  return textIn(asked?.mandate_id) ?? textIn(objectIn(payload?.change)?.mandate_id);
}
