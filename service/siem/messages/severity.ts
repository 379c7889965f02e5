/** How grave a fact is, in the one scale of OCSF, from which those of CEF and syslog follow. */
import type { Fact } from './fact.ts';

/** OCSF `severity_id`: 1 informational, 2 low, 3 medium, 4 high, 5 critical. */
export type Severity = 1 | 2 | 3 | 4 | 5;

const BY_VERDICT: Record<string, Severity> = { proceed: 1, escalate: 3, block: 4 };
const BY_TYPE: Record<string, Severity> = {
  'evidence.integrity_failed': 5,
  'action.executed_despite_block': 5,
  'agent.halted': 4,
  'agent.suspended': 4,
  'sink.gap': 4,
  'sink.failed': 3,
  'channel.disabled': 3,
  'approver.hasty': 3,
  'key.expiring': 2,
  'usage.threshold_reached': 2,
  governance_change: 2,
};

export function severityOf({ type, verdict }: Pick<Fact, 'type' | 'verdict'>): Severity {
  if (type === 'governance_eval') return BY_VERDICT[verdict ?? ''] ?? 1;
  return BY_TYPE[type] ?? 1;
}
