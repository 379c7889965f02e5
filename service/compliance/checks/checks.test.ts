/** Each check judges numbers by its limits, and is not assessed where there is nothing to judge. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnsweredApproval, Escalations } from '../../approvals/finding/index.ts';
import {
  DEFAULT_APPROVAL_SETTINGS,
  type SettingsDocument,
  standardDocument,
} from '../../governance/settings/terms/index.ts';
import type { ApiKey } from '../../keys/index.ts';
import type { ChainInPeriod, HeldDocument } from '../chain-in-period.ts';
import type { Check } from '../check.ts';
import type { Result } from '../result.ts';
import type { Span } from '../spans.ts';
import { CHECKS, type CheckId } from './index.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW_MS = 1000 * DAY_MS;

type Looked = Partial<Record<keyof ChainInPeriod, unknown>>;

const key = (changed: Partial<ApiKey>): ApiKey => ({
  tenantId: 'ten_1',
  keyId: 'key_1',
  environment: 'production',
  name: 'one',
  prefix: 'ak_1234…',
  last4: '5678',
  madeBy: null,
  scopes: ['governance:evaluate'],
  agentId: null,
  createdAt: NOW_MS - DAY_MS,
  expiresAt: NOW_MS + DAY_MS,
  revokedAt: null,
  lastUsedAt: null,
  ...changed,
});

const SOME_KEY = `key_${'2'.repeat(24)}`;
const decision = (party: string, decided_by: string | null) =>
  ({
    party,
    decision: 'approved',
    decided_by,
    comment: null,
    decided_at: 1,
    by_requester: 0,
    capacity: null,
    decided_from: null,
  }) as const;

const answer = (changed: Partial<AnsweredApproval>): AnsweredApproval => ({
  approvalId: 'apr_1',
  openedAt: 0,
  answeredAt: HOUR_MS,
  evidenceId: 'ev_1',
  requestedBy: 'key_1',
  decisions: [decision('key_2', 'ada')],
  ...changed,
});

function escalations(changed: Partial<Escalations>): Looked {
  const none: Escalations = { answered: 0, expired: 0, pending: 0, expiredEvidence: [], newestAnswered: [] };
  return { escalations: async () => ({ ...none, ...changed }), ...separation(false) };
}

function separation(separationOfDuties: boolean): Looked {
  return settings(during(0, 100, { version: 1, document: documentWith({}, separationOfDuties) }));
}

const STANDARD = standardDocument(DEFAULT_APPROVAL_SETTINGS);

function documentWith(changed: Partial<SettingsDocument>, separation_of_duties = false): SettingsDocument {
  const approvals = { ...STANDARD.approvals, separation_of_duties };
  return { ...STANDARD, approvals, ...changed };
}

const during = <V>(from: number, to: number, value: V): Span<V> => ({ from, to, value, evidenceId: 'ev_1' });
const settings = (...spans: Span<HeldDocument>[]): Looked => ({ settings: async () => spans });
const policies = (...active: (number | null)[]): Looked => ({
  policies: async () =>
    active.map((count, place) => {
      const members = Array.from({ length: count ?? 0 }, (_, at) => ({ name: `p${at}`, version: 1 }));
      return during(place * 10, place * 10 + 10, count === null ? undefined : { version: 'x', members });
    }),
});
const budgets = (...counts: number[]): Looked => ({
  budgets: async () => counts.map((count, place) => during(place * 10, place * 10 + 10, count)),
});
const held = (version: number, changed: Partial<SettingsDocument> = {}): HeldDocument => ({
  version,
  document: documentWith(changed),
});
const quorum = (critical: number): Partial<SettingsDocument> => ({
  approvals: { ...STANDARD.approvals, required: { ...STANDARD.approvals.required, critical } },
});

const answers = (...some: AnsweredApproval[]) => escalations({ newestAnswered: some });
const took = (ms: number) => answers(answer({ answeredAt: ms }));
const verdicts = (proceed: number, escalate = 0) => ({
  verdicts: { proceed, escalate, block: 0, all: proceed + escalate },
  evidence: { newest: async () => [] },
});
const keys = (...some: Partial<ApiKey>[]) => ({
  keys: some.map(key),
  governed: { from: NOW_MS - DAY_MS / 2, to: NOW_MS },
  keyRecords: async () => [],
});
const own = answer({ decisions: [decision('key_1', 'ada')] });

const trust = (updates: number, agent_id: string | undefined): Looked => ({
  evidence: { count: async () => updates, newest: async () => [] },
  outcomes: async () => [{ payload: { outcome: 'success', agent_id } }],
});

const asked = (agent_id: string, how?: string) => ({
  id: 'ev_1',
  payload: { request: { agent_id }, facts: how === undefined ? {} : { identity: { how } } },
});
const byAgents = (...evaluations: ReturnType<typeof asked>[]): Looked => ({
  evaluations: async () => evaluations,
  inventory: async () => ({
    agents: [
      { agent_id: 'agent-7', owner: { kind: 'team', id: 'Payments' }, status: 'active' },
      { agent_id: 'agent-8', owner: null, status: 'active' },
    ],
  }),
});

const approvals = (slow: number, quick: number, hasty = 0): Looked => ({
  care: async () => ({
    approvals: Array.from({ length: slow + quick }, (_, place) => ({ isQuick: place < quick })),
    hasty,
  }),
});

const TABLE: [check: CheckId, of: string, looked: Looked, result: Result][] = [
  ['agents_owned', 'none', byAgents(), 'not_assessed'],
  ['agents_owned', 'another spelling', byAgents(asked('AGENT-7')), 'met'],
  ['agents_owned', 'one without an owner', byAgents(asked('agent-7'), asked('agent-8')), 'partial'],
  ['agents_owned', 'one that is not registered', byAgents(asked('agent-9')), 'not_met'],
  ['agents_authenticated', 'none', byAgents(), 'not_assessed'],
  ['agents_authenticated', 'both ways', byAgents(asked('a', 'key'), asked('a', 'token')), 'met'],
  ['agents_authenticated', 'a claim', byAgents(asked('a', 'key'), asked('a', 'claimed')), 'partial'],
  ['agents_authenticated', 'a record that says nothing', byAgents(asked('a')), 'not_met'],
  ['escalations_answered', 'none due', escalations({ pending: 3 }), 'not_assessed'],
  ['escalations_answered', '9 of 10', escalations({ answered: 9, expired: 1 }), 'met'],
  ['escalations_answered', '89 of 100', escalations({ answered: 89, expired: 11 }), 'partial'],
  ['escalations_answered', '5 of 10', escalations({ answered: 5, expired: 5 }), 'partial'],
  ['escalations_answered', '49 of 100', escalations({ answered: 49, expired: 51 }), 'not_met'],
  ['answered_in_time', 'none', escalations({}), 'not_assessed'],
  ['answered_in_time', '8 hours', took(8 * HOUR_MS), 'met'],
  ['answered_in_time', 'a little later', took(8 * HOUR_MS + 1), 'partial'],
  ['answered_in_time', 'more than a day', took(DAY_MS + 1), 'not_met'],
  ['approvals_read', 'none', approvals(0, 0), 'not_assessed'],
  ['approvals_read', '9 of 10', approvals(9, 1), 'met'],
  ['approvals_read', '89 of 100', approvals(89, 11), 'partial'],
  ['approvals_read', '49 of 100', approvals(49, 51), 'not_met'],
  ['approvals_read', 'a hasty person among many', approvals(979, 21, 1), 'not_met'],
  ['deciders_named', 'none', escalations({}), 'not_assessed'],
  [
    'deciders_named',
    'a member',
    answers(answer({ decisions: [decision(`mem_${'1'.repeat(24)}`, 'Ada')] })),
    'met',
  ],
  ['deciders_named', 'by a key', answers(answer({ decisions: [decision(SOME_KEY, 'ada')] })), 'partial'],
  ['deciders_named', 'a key alone', answers(answer({ decisions: [decision(SOME_KEY, null)] })), 'not_met'],
  ['deciders_named', 'no decision on file', answers(answer({ decisions: [] })), 'not_met'],
  ['duties_separated', 'on', { ...answers(answer({})), ...separation(true) }, 'met'],
  ['duties_separated', 'on since', { ...answers(own), ...separation(true) }, 'partial'],
  ['policies_active', 'none at any time', policies(0, 0), 'not_met'],
  ['policies_active', 'some throughout', policies(1, 2), 'met'],
  ['policies_active', 'some for part of it', policies(0, 1), 'partial'],
  ['policies_active', 'a time of which nothing is known', policies(1, null), 'partial'],
  ['policies_active', 'times of which nothing is known', policies(null), 'not_assessed'],
  ['budgets_set', 'one throughout', budgets(1), 'met'],
  ['budgets_set', 'one that was deleted', budgets(1, 0), 'partial'],
  ['budgets_set', 'none', budgets(0), 'not_met'],
  ['catalogue_kept', 'an entry', settings(during(0, 9, held(1, { catalogue: [{ action: 'x' }] }))), 'met'],
  ['catalogue_kept', 'no entry', settings(during(0, 9, held(1))), 'not_met'],
  ['thresholds_set', 'the standard settings', settings(during(0, 9, held(0))), 'partial'],
  ['thresholds_set', 'own ones', settings(during(0, 9, held(1))), 'met'],
  ['thresholds_set', 'own ones at last', settings(during(0, 5, held(0)), during(5, 9, held(1))), 'partial'],
  ['claims_verified', 'accepted claims', settings(during(0, 9, held(1))), 'not_met'],
  [
    'claims_verified',
    'claims that were verified and no longer are',
    settings(during(0, 5, held(1, { attestation: 'verified' })), during(5, 9, held(2))),
    'partial',
  ],
  ['quorum_for_critical', 'two', settings(during(0, 9, held(1, quorum(2)))), 'met'],
  ['quorum_for_critical', 'one', settings(during(0, 9, held(1, quorum(1)))), 'not_met'],
  ['duties_separated', 'off, and kept', answers(answer({})), 'partial'],
  ['duties_separated', 'off, and not kept', answers(answer({}), own), 'not_met'],
  ['duties_separated', 'off, and not tried', escalations({}), 'not_met'],
  ['judgement_bites', '19 that proceed', verdicts(19), 'not_assessed'],
  ['judgement_bites', '20 that proceed', verdicts(20), 'partial'],
  ['judgement_bites', 'one that does not', verdicts(0, 1), 'met'],
  ['trust_kept', 'updates', trust(3, 'agent'), 'met'],
  ['trust_kept', 'outcomes of an agent, and no update', trust(0, 'agent'), 'not_met'],
  ['trust_kept', 'outcomes of no known agent', trust(0, undefined), 'not_assessed'],
  ['retention_sufficient', 'for ever', { retentionDays: null }, 'met'],
  ['retention_sufficient', '184 days', { retentionDays: 184 }, 'met'],
  ['retention_sufficient', '183 days', { retentionDays: 183 }, 'not_met'],
  ['keys_expire', 'no key', keys(), 'not_assessed'],
  ['keys_expire', 'all', keys({}, {}), 'met'],
  ['keys_expire', 'half', keys({}, { expiresAt: null }), 'partial'],
  ['keys_expire', 'none', keys({ expiresAt: null }), 'not_met'],
  ['agent_keys_minimal', 'none that evaluates', keys({ scopes: ['usage:read'] }), 'not_assessed'],
  ['agent_keys_minimal', 'all', keys({}, { scopes: ['keys:manage'] }), 'met'],
  ['agent_keys_minimal', 'some', keys({}, { scopes: ['governance:evaluate', 'evidence:read'] }), 'partial'],
  ['agent_keys_minimal', 'none', keys({ scopes: ['governance:evaluate', 'keys:manage'] }), 'not_met'],
  ['keys_in_use', 'new', keys({ createdAt: NOW_MS - 90 * DAY_MS }), 'met'],
  ['keys_in_use', 'idle', keys({ createdAt: NOW_MS - 90 * DAY_MS - 1 }), 'not_met'],
  ['keys_in_use', 'old and used', keys({ createdAt: 0, lastUsedAt: NOW_MS - DAY_MS }), 'met'],
  ['halt_ready', 'no key', keys({}), 'not_met'],
  ['halt_ready', 'agents alone', keys({ scopes: ['governance:evaluate', 'keys:manage'] }), 'partial'],
  ['halt_ready', 'another key', keys({}, { scopes: ['keys:manage'] }), 'met'],
  [
    'halt_ready',
    'another key, until it was revoked',
    keys({ scopes: ['keys:manage'], revokedAt: NOW_MS - DAY_MS / 4 }),
    'partial',
  ],
];

describe('a-check', () => {
  for (const [id, of, looked, result] of TABLE) {
    test(`${id} of ${of} is ${result}`, async () => {
      const check: Check = CHECKS[id];
      const finding = await check.assess(looked as unknown as ChainInPeriod);
      assert.equal(finding.result, result);
      assert.match(finding.finding, /^[A-Z0-9].*\.$/);
      assert.ok(finding.evidenceIds.length <= 20);
    });
  }
});
