/**
 * Every table, and what checks it against the evidence: registries of truth verification, full verification, or
 * nothing, with the reason why nothing relies on it. Columns that nothing relies on are listed with their reason too.
 */

import type { Tables } from '@assize/service/database/tables/index.ts';
import type { HeldTable } from './held-table.ts';
import { TABLES_OF_PEOPLE } from './tables-of-people.ts';

export type { HeldTable } from './held-table.ts';

export const FULL_VERIFICATION = 'full verification';

/** A text says why nothing relies on the table, or only what it holds where no verdict reads it. */
export const TABLES: Record<keyof Tables, HeldTable | string> = {
  access_review_lines: { by: ['access_reviews'] },
  access_reviews: { by: ['access_reviews'] },
  agent_sightings: 'When agents were seen.',
  agents: { by: ['agents', 'verdicts'] },
  api_keys: {
    by: ['keys'],
    except: { prefix: 'only shown', last_used_at: 'only shown' },
  },
  channel_answers: 'Answers that wait to be decided; a decision has its own record.',
  channel_attempts: 'Attempts to send messages; only shown.',
  channel_heads: 'How far events have become messages.',
  channel_messages: 'Messages about approvals; no verdict reads them.',
  channels: {
    by: ['channels'],
    except: { failing_since: 'progress of sending', paused_until: 'progress of sending' },
  },
  approval_decisions: { by: ['decisions', 'resolutions'] },
  approval_repeats: { by: ['approvals'] },
  approvals: {
    by: ['approvals', 'resolutions', 'verdicts', 'decisions', 'second-person'],
    rows: {
      recorded: {
        why: 'an approval whose request was removed: it can no longer be used',
        is: ({ binding }) => binding instanceof Uint8Array && binding.length > 0,
      },
    },
  },
  artifact_blocks: { by: ['search-blocks'] },
  value_blocks: { by: ['search-words'] },
  artifact_payloads: { by: ['chain', 'removals', FULL_VERIFICATION] },
  artifacts: { by: ['chain', FULL_VERIFICATION] },
  budget_periods: { by: ['budgets'] },
  budget_reservations: {
    by: ['budgets'],
    except: { chain: 'the same as removing the row' },
    rows: {
      harmless: {
        why: 'removing a reservation that was settled at nothing or has lapsed: it is in no sum',
        is: ({ status, settled_micro_usd }) => status === 'lapsed' || settled_micro_usd === 0,
      },
    },
  },
  budgets: { by: ['budgets'] },
  chains: { by: ['chain', 'keys', FULL_VERIFICATION] },
  chat_accounts: { by: ['chat_accounts'] },
  control_owners: { by: ['control_owners'] },
  chat_codes: 'Codes that were made lately; a tie is compared with its record.',
  chat_code_tries: 'Wrong codes of late.',
  directories: { by: ['directories'], rows: { added: 'of another tenant, where it is compared' } },
  directory_users: { by: ['directory_users'], except: { created_at: 'only shown' } },
  checkpoints: { by: ['log', FULL_VERIFICATION], except: { signed_at: 'only shown' } },
  cosignatures: 'Signatures of others, which each reader verifies with the keys of witnesses.',
  decision_links: 'Sealed with a key outside the database.',
  dpop_proofs: 'Proofs that were used lately; no verdict reads it.',
  issuers: { by: ['issuers'] },
  token_revocations: { by: ['issuers'] },
  erasures: {
    by: ['erasures'],
    except: { stated: 'progress' },
  },
  evidence_holds: {
    by: ['holds'],
    except: { caught_up_at: 'progress' },
  },
  event_heads: 'A counter of events.',
  events: 'Each names its artifact.',
  export_downloads: 'A log of downloads.',
  exports: { by: ['exports'] },
  governance_revisions:
    'Says only when to read again; what evaluations were judged by is compared with the evidence.',
  halts: { by: ['halts', 'verdicts'] },
  idempotency_records: {
    by: ['idempotency'],
    except: {
      chain: 'the same as removing the row',
      key_hash: 'the same as removing the row; what it answers still fits the request',
    },
    rows: { removed: 'the request is judged again' },
  },
  incidents: { by: ['incidents'] },
  installation_secrets:
    'Random. Another value makes links and cursors invalid, and each digest of an endpoint a gap.',
  integrity_alarms: { by: ['alarms'] },
  invoices: 'Follows from the usage, which is compared with the evidence.',
  known_targets: { by: ['known_targets'] },
  leases: 'Which node does a task; each task guards itself.',
  mandate_uses: { by: ['mandates'] },
  mandate_versions: { by: ['mandates'] },
  mandates: { by: ['mandates'] },
  member_groups: { by: ['groups'] },
  member_notifications: 'When to tell members.',
  member_invitations: { by: ['invitations'] },
  members: { by: ['members', 'people'] },
  nodes: 'Which programs serve the database.',
  notices: 'Mail about past events.',
  outcomes: { by: ['outcomes'] },
  ...TABLES_OF_PEOPLE,
  planners: { by: ['planners'] },
  policies: { by: ['policies'] },
  policy_sets: { by: ['policies'] },
  policy_versions: { by: ['policies'] },
  push_subscriptions: 'Browsers to ring.',
  rate_days: 'Rate limits.',
  rate_holdings: 'Rate limits.',
  refused_claims: { by: ['refusals'] },
  removals: { by: ['removals'], except: { removed_at: 'a removal looks for the payloads themselves' } },
  schema_migrations: 'Compared with the program at each start.',
  session_results: { by: ['sessions'] },
  sessions: { by: ['sessions'] },
  settings_in_force: { by: ['settings'] },
  settings_versions: { by: ['settings'] },
  sign_in_failures: 'Wrong passwords of late.',
  takeovers_due:
    'Filled only during the first start of a newer version; a second `evidence.take_over` is a gap.',
  tenant_tiers: 'Set by the operator. Of all laws, only the warning about storage reads it.',
  sink_heads: 'How far sinks have come; what was sent is compared, and follows what was sent before.',
  sink_ranges: {
    by: ['sink-ranges'],
    rows: {
      recorded: {
        why: 'a range that still grows: its record follows within the hour',
        is: ({ evidence_id }) => evidence_id !== null,
      },
    },
  },
  sinks: {
    by: ['sinks'],
    except: {
      next_at: 'progress of sending',
      tries: 'progress of sending',
      failing_since: 'progress of sending',
      told_at: 'progress of sending',
      last_error: 'only shown',
      last_sent_at: 'only shown',
    },
  },
  stand_ins: { by: ['stand_ins'] },
  tenants: 'As `tenant_tiers`.',
  tiles: { by: ['log', FULL_VERIFICATION] },
  token_parties: 'A party is the hash of its row; `decisions` finds a token that acted and has none.',
  tool_schemas: 'A schema counts only where the entry of its tool, in `tools`, names its hash.',
  tools: { by: ['tools'] },
  trust_beginnings: { by: ['trust', 'outcomes'] },
  trust_causes: { by: ['trust'] },
  trust_ledger: { by: ['trust'] },
  trust_updates: { by: ['trust'] },
  usage_calls: 'Counts calls that leave no evidence.',
  usage_counters: { by: ['usage'] },
  usage_reports: 'The last day that was reported.',
  verdict_count_heads: { by: ['verdict-counts'] },
  verdict_counts: { by: ['verdict-counts'] },
  verifications: 'Where to go on; the daily full verification does not read it.',
  verifier_keys: 'Published copies; the key file counts, and a rotation is evidence.',
  webhook_attempts: 'A log of attempts.',
  webhook_deliveries: 'Webhooks to send.',
  webhook_endpoints: {
    by: ['endpoints'],
    except: {
      due_at: 'progress of sending',
      failing_since: 'progress of sending',
      lease_holder: 'progress of sending',
      lease_until: 'progress of sending',
    },
  },
};
