/** The page on which people do what makes a check met. A check without one is met by what agents send. */
interface Place {
  to: string;
  name: string;
}

const AGENTS = { to: '/agents', name: 'Agents' };
const APPROVALS = { to: '/approvals', name: 'Approvals' };
const INTEGRITY = { to: '/integrity', name: 'Integrity' };
const KEYS = { to: '/keys', name: 'Keys' };
const SETTINGS = { to: '/settings', name: 'Settings' };

const PLACES: Readonly<Record<string, Place>> = {
  keys_expire: KEYS,
  agent_keys_minimal: KEYS,
  keys_in_use: KEYS,
  halt_ready: KEYS,
  agents_authenticated: KEYS,
  agents_owned: AGENTS,
  halts_exercised: AGENTS,
  trust_kept: AGENTS,
  alerts_heard: { to: '/webhooks', name: 'Webhooks' },
  policies_active: { to: '/policies', name: 'Policies' },
  budgets_set: { to: '/budgets', name: 'Budgets' },
  catalogue_kept: SETTINGS,
  thresholds_set: SETTINGS,
  claims_verified: SETTINGS,
  duties_separated: SETTINGS,
  quorum_for_critical: SETTINGS,
  changes_by_two: SETTINGS,
  escalations_answered: APPROVALS,
  answered_in_time: APPROVALS,
  approvals_read: APPROVALS,
  deciders_named: { to: '/members', name: 'Members' },
  chain_sound: INTEGRITY,
  checkpoints_signed: INTEGRITY,
};

export function placeOf(checkId: string): Place | undefined {
  return PLACES[checkId];
}
