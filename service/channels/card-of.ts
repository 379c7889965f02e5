/** Makes the card of an approval: from its record, with as much of the request as the tenant lets out. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { argumentsAsked, correctedArguments } from '../approvals/corrections/index.ts';
import { askedChangeIn } from '../approvals/governing/index.ts';
import type { Approval } from '../approvals/index.ts';
import { lawName } from '../evaluation/index.ts';
import { type EvaluationRecord, lawsShown } from '../evaluation/record/index.ts';
import type { Detail } from '../governance/settings/routes/index.ts';
import type { Card, CardContent, CardState, CardTarget } from './card.ts';
import { cardChange, type Names } from './card-change.ts';

/** The card lists so many targets, and says how many there are. */
const MAX_TARGETS = 10;
const MAX_ARGUMENT_CHARACTERS = 2000;
const MAX_TEXT_CHARACTERS = 500;

export interface CardPlace {
  tenant: string;
  environment: string;
  baseUrl: string;
  detail: Detail;
  names: Names;
}

export function cardOf(approval: Approval, place: CardPlace): Card {
  const { tenant, environment, baseUrl, detail } = place;
  return {
    approvalId: approval.approval_id,
    tenant,
    environment,
    state: stateOf(approval),
    url: `${baseUrl}/approvals/${approval.approval_id}`,
    askedAt: approval.created_at,
    expiresAt: approval.expires_at,
    approvalsNeeded: approval.required_approvals,
    decisions: approval.decisions.map(
      ({ decision, party, decided_by, comment, decided_at, decided_from }) => ({
        decision,
        by: decided_by ?? party,
        from: decided_from,
        comment: detail === 'link_only' ? null : comment,
        at: decided_at,
      }),
    ),
    content: detail === 'link_only' ? null : contentOf(approval, place),
    corrections: approval.correction?.changed.length ?? 0,
  };
}

export function stateOf({ status }: Pick<Approval, 'status'>): CardState {
  if (status === 'consumed') return 'used';
  return status === 'cancelled' ? 'expired' : status;
}

interface Act {
  reaches?: { kind: string; value?: string; unreadable?: unknown; known?: unknown; role?: string }[];
  amount_usd?: number | null;
}

function contentOf(approval: Approval, { detail, names }: CardPlace): CardContent {
  const { opening, correction } = approval;
  const record = opening as unknown as EvaluationRecord | null;
  const request = (record?.request ?? {}) as { description?: string; context?: JsonObject };
  const act = (record?.facts?.act ?? {}) as Act;
  const targets = correction === null ? targetsOf(act) : targetsOf({ reaches: correction.reaches as never });
  const change = askedChangeIn(opening);
  const args = change === null ? (correctedArguments(opening, correction) ?? argumentsAsked(opening)) : null;
  const isFull = detail === 'full';
  return {
    action: approval.action,
    agentId: approval.agent_id,
    userId: approval.user_id,
    risk: approval.risk_level,
    targetCount: targets.length,
    targets: targets.slice(0, MAX_TARGETS),
    amount: amountOf(act, request.context),
    laws:
      change !== null
        ? [{ name: 'Second person', reason: `a change of ${change.area} needs one` }]
        : record === null
          ? []
          : lawsShown(record).map(({ law_id, reason }) => ({ name: lawName(law_id), reason })),
    description: isFull ? cut(request.description ?? null, MAX_TEXT_CHARACTERS) : null,
    arguments: isFull ? cut(args && canonicalJson(args), MAX_ARGUMENT_CHARACTERS) : null,
    change: isFull && change !== null ? cardChange(approval, change, names) : null,
  };
}

function targetsOf({ reaches = [] }: Act): CardTarget[] {
  const seen = new Map<string, CardTarget>();
  for (const { kind, value, known, role } of reaches) {
    if (value === undefined || role === 'program') continue;
    seen.set(`${kind} ${value}`, { kind, value, isKnown: known != null });
  }
  return [...seen.values()];
}

/** The amount in the arguments, or the cost that the caller states; both are in US dollars. */
function amountOf({ amount_usd }: Act, context: JsonObject | undefined): string | null {
  const cost = context?.estimated_cost_usd;
  const usd = amount_usd ?? (typeof cost === 'number' ? cost : null);
  return usd === null ? null : `${usd.toLocaleString('en-US', { maximumFractionDigits: 2 })} USD`;
}

function cut(text: string | null, most: number): string | null {
  if (text === null || text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}…`;
}
