/** The events that can be sent, and what each is about. */
import type { EventType, WebhookEndpoint } from '../../client/api.ts';

export type { EventType };

export const TYPES: Record<EventType, string> = {
  'approval.created': 'An action waits for a person',
  'approval.resolved': 'It was approved, rejected, or expired',
  'approval.used': 'The agent has used an approval',
  'evaluation.escalated': 'The verdict escalate',
  'evaluation.blocked': 'The verdict block',
  'evidence.integrity_failed': 'Evidence no longer verifies',
  'action.executed_despite_block': 'An action was carried out although it was blocked',
  'key.expiring': 'A key expires soon',
  'usage.threshold_reached': '80, 100 or 150 % of an allowance is used',
  'usage.reported': 'Figures of an agent’s use, for billing',
  'trust.changed': 'The trust in an agent changed',
  'agent.halted': 'An agent, or every agent, was halted',
  'agent.suspended': 'An agent was suspended, with its keys and tokens',
  'agent.resumed': 'A suspended agent may act again',
  'incident.opened': 'An incident was opened',
  'incident.due': 'A serious incident must be reported soon, or is overdue',
  'incident.closed': 'An incident was closed',
  'sink.failed': 'A SIEM could not be reached, or records were skipped',
  'channel.disabled': 'Nothing is sent by a channel any longer',
  'approver.hasty': 'A person approves faster than they can read',
  'tool.changed': 'A tool’s description differs from the accepted one',
};

export const TYPE_NAMES = Object.keys(TYPES) as EventType[];

const REASONS = {
  asked: 'Someone here disabled it.',
  gone: 'It answered 410 Gone, which asks for no more events.',
  failing: 'Every attempt failed for five days.',
} as const;

/** Why nothing is sent to it, or what goes wrong; null while all is well. */
export function troubleOf({ status, disabled_reason: reason }: WebhookEndpoint): string | null {
  return status === 'disabled' ? REASONS[reason ?? 'asked'] : null;
}

/** How an attempt ended, in a few words. */
export function outcomeOf({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return error ?? 'no answer';
  return status >= 200 && status < 300 ? `${status}` : `${status}, not a success`;
}

export const STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

export function statusOf(value: unknown): DeliveryStatus | undefined {
  return STATUSES.find((status) => status === value);
}
