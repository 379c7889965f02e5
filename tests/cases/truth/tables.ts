/**
 * Every table, and what holds it against the evidence: the registries of truth verification, full verification, or
 * nothing, and then why nothing rests on it. Columns on which nothing rests are named with their reason too.
 */

import type { Tables } from '@assize/service/database/tables/index.ts';
import type { Row } from '../../support/mutations.ts';

/** Some rows, and in words why those. */
interface Some {
  why: string;
  is(row: Row): boolean;
}

export interface HeldTable {
  /** Registries, or `full verification`. */
  by: readonly string[];
  /** Columns that may say something else unnoticed, and why that does no harm. */
  except?: Readonly<Record<string, string>>;
  /** Why a row more, or one less, does no harm where it is not noticed. */
  rows?: {
    added?: string;
    removed?: string;
    /** Of which rows one less does no harm. */
    harmless?: Some;
    /** Of which rows alone the evidence still tells. */
    told?: Some;
  };
}

export const FULL_VERIFICATION = 'full verification';

/** Of these there are no rows: it takes thousands of artifacts, or an older version, or some tenths of a second. */
export const NOT_FILLED = ['artifact_blocks', 'trust_beginnings', 'trust_causes'];

/** A text says why nothing rests on the table. */
export const TABLES: Record<keyof Tables, HeldTable | string> = {
  api_keys: {
    by: ['keys'],
    except: { prefix: 'only shown', last_used_at: 'only shown' },
  },
  approval_decisions: { by: ['decisions', 'resolutions'] },
  approval_repeats: { by: ['approvals'] },
  approvals: {
    by: ['approvals', 'resolutions', 'verdicts', 'decisions'],
    rows: {
      told: {
        why: 'one whose request was removed can be used for nothing, and nothing says by what terms it was opened',
        is: ({ binding }) => binding instanceof Uint8Array && binding.length > 0,
      },
    },
  },
  artifact_blocks: { by: ['search-blocks'] },
  artifact_payloads: { by: ['chain', 'removals', FULL_VERIFICATION] },
  artifacts: { by: ['chain', FULL_VERIFICATION] },
  budget_periods: { by: ['budgets'] },
  budget_reservations: {
    by: ['budgets'],
    except: { chain: 'as one less' },
    rows: {
      harmless: {
        why: 'one less that was settled at nothing or has lapsed: it is in no sum',
        is: ({ status, settled_micro_usd }) => status === 'lapsed' || settled_micro_usd === 0,
      },
    },
  },
  budgets: { by: ['budgets'] },
  chains: { by: ['chain', 'keys', FULL_VERIFICATION] },
  checkpoints: { by: ['log', FULL_VERIFICATION], except: { signed_at: 'only shown' } },
  event_heads: 'Counts events, which are told after the fact; no verdict reads it.',
  events: 'Told after the fact; each names its artifact, and no verdict reads it.',
  export_downloads: 'A log of readings; no verdict reads it, and what was read is in the export.',
  exports: { by: ['exports'] },
  governance_revisions: 'Only says when to look again; what was judged by is held against the evidence.',
  halts: { by: ['halts', 'verdicts'] },
  idempotency_records: {
    by: ['idempotency'],
    except: { chain: 'as one less', key_hash: 'as one less; what it answers is still what was asked' },
    rows: { removed: 'the request is judged anew, with evidence of its own' },
  },
  installation_secrets:
    'Random. Another one makes links and cursors void, and each digest of an endpoint a gap.',
  integrity_alarms: { by: ['alarms'] },
  invoices: 'Follows from what was used, which is held against the evidence; no verdict reads it.',
  leases: 'Which node does a work; each work is guarded by itself.',
  notices: 'Mail about what has happened; no verdict reads it.',
  outcomes: { by: ['outcomes'] },
  policies: { by: ['policies'] },
  policy_sets: { by: ['policies'] },
  policy_versions: { by: ['policies'] },
  rate_days: 'How fast one may ask; no verdict reads it.',
  rate_holdings: 'How fast one may ask; no verdict reads it.',
  refused_claims: { by: ['refusals'] },
  removals: { by: ['removals'], except: { removed_at: 'what is to go is looked for itself' } },
  schema_migrations: 'Held against the program at each start.',
  settings_in_force: { by: ['settings'] },
  settings_versions: { by: ['settings'] },
  takeovers_due: 'Empty but for the first start of a newer version; a second taking over is a gap.',
  tenant_tiers:
    "The operator's: what was agreed with the tenant. Of verdicts, only the warning that storage is past its allowance.",
  tenants:
    "The operator's: what was agreed with the tenant. Of verdicts, only the warning that storage is past its allowance.",
  tiles: { by: ['log', FULL_VERIFICATION] },
  trust_beginnings: { by: ['trust', 'outcomes'] },
  trust_causes: { by: ['trust'] },
  trust_ledger: { by: ['trust'] },
  trust_updates: { by: ['trust'] },
  usage_calls: 'Calls that leave no evidence to be held against.',
  usage_counters: { by: ['usage'] },
  usage_reports: 'Which day was told last; no verdict reads it.',
  verifications: 'From where to go on; a full verification, made each day, does not read it.',
  verifier_keys: 'Published; the key file decides, and a rotation is evidence.',
  webhook_attempts: 'A log of sending; no verdict reads it.',
  webhook_deliveries: 'What is to be sent; no verdict reads it.',
  webhook_endpoints: {
    by: ['endpoints'],
    except: {
      due_at: 'how sending goes',
      failing_since: 'how sending goes',
      lease_holder: 'how sending goes',
      lease_until: 'how sending goes',
    },
  },
};
