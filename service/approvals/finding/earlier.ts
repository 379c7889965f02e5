/**
 * Compares an approval with the last decisions on the same agent: what differs from the last call that was approved
 * with the same action, and how often its recipients were decided about. Only the newest decisions are looked at.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { PAGE_BYTES } from '../../evidence/reading/index.ts';
import { reachesIn } from '../../targets/index.ts';
import { type Approval, approvalsOf, readApprovals } from '../approval.ts';
import { argumentsAsked, type Changed, changesBetween, correctedArguments } from '../corrections/index.ts';

const MOST_LOOKED_AT = 100;
/** A list of addressees may be long. */
const MOST_RECIPIENTS = 20;

export interface Recipient {
  kind: string;
  value: string;
  approved: number;
  rejected: number;
  /** The last decision on a call that reached it; null where there is none. */
  last: Approval | null;
}

export interface Earlier {
  /** null where none of the same action was approved, or its payload was removed. */
  lastApproved: { approval: Approval; changed: Changed[] } | null;
  recipients: Recipient[];
  /** How many earlier decisions were looked at, and whether these are all. */
  lookedAt: number;
  isComplete: boolean;
}

export async function earlierThan(db: Database, chain: number, approval: Approval): Promise<Earlier> {
  const { agent_id: agentId, approval_id: id, resolved_at: at } = approval;
  if (agentId === null) return { lastApproved: null, recipients: [], lookedAt: 0, isComplete: true };
  const rows = await approvalsOf(db, chain)
    .where('agent_id', '=', agentId)
    .where('resolved_at', '<=', at ?? Number.MAX_SAFE_INTEGER)
    .where('approval_id', '<>', id)
    .where('status', 'in', ['approved', 'consumed', 'rejected'])
    .orderBy('resolved_at', 'desc')
    .orderBy('approval_id', 'desc')
    .limit(MOST_LOOKED_AT + 1)
    .execute();
  const decided = await readApprovals(db, chain, rows.slice(0, MOST_LOOKED_AT), PAGE_BYTES);
  return {
    lastApproved: lastApprovedOf(approval, decided),
    recipients: recipientsOf(approval, decided),
    lookedAt: decided.length,
    isComplete: decided.length === rows.length,
  };
}

const isApproved = ({ status }: Approval) => status !== 'rejected';

function lastApprovedOf(approval: Approval, decided: readonly Approval[]): Earlier['lastApproved'] {
  const last = decided.find((each) => isApproved(each) && each.action === approval.action);
  if (last === undefined) return null;
  const before = argumentsOf(last);
  const now = argumentsAsked(approval.opening);
  return before === null || now === null ? null : { approval: last, changed: changesBetween(before, now) };
}

/** The arguments that were approved. */
function argumentsOf({ opening, correction, corrected_evidence_id: corrected }: Approval): JsonObject | null {
  if (corrected === null) return argumentsAsked(opening);
  return correctedArguments(opening, correction);
}

function recipientsOf(approval: Approval, decided: readonly Approval[]): Recipient[] {
  const reached = namedReaches(reachesIn(approval.opening)).slice(0, MOST_RECIPIENTS);
  const before = decided.map((each) => ({
    each,
    keys: new Set(namedReaches(reachesDecided(each)).map(keyOf)),
  }));
  return reached.map((recipient) => {
    const about = before.filter(({ keys }) => keys.has(keyOf(recipient))).map(({ each }) => each);
    const approved = about.filter(isApproved).length;
    return { ...recipient, approved, rejected: about.length - approved, last: about[0] ?? null };
  });
}

interface Named {
  kind: string;
  value: string;
}

const keyOf = ({ kind, value }: Named): string => JSON.stringify([kind, value]);

/** Targets that can't be read, or that have no single value, are left out; each other one is there once. */
function namedReaches(reaches: readonly unknown[]): Named[] {
  const found = new Map<string, Named>();
  for (const reach of reaches) {
    const { kind, value } = (reach ?? {}) as { kind?: unknown; value?: unknown };
    if (typeof kind !== 'string' || typeof value !== 'string') continue;
    found.set(keyOf({ kind, value }), { kind, value });
  }
  return [...found.values()];
}

/** A decision is about the corrected targets, where a person corrected them. */
function reachesDecided(approval: Approval): readonly unknown[] {
  const { correction } = approval;
  return correction !== null && isApproved(approval) ? correction.reaches : reachesIn(approval.opening);
}
