/** What each check makes of numbers: where its limits lie, and that nothing to judge is not assessed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnsweredApproval, Escalations } from '../../approvals/index.ts';
import type { ApiKey } from '../../keys/index.ts';
import { DEFAULT_APPROVAL_SETTINGS } from '../../settings/index.ts';
import type { ChainInPeriod, Check } from '../check.ts';
import type { Result } from '../result.ts';
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
  prefix: 'ak_1234…5678',
  scopes: ['governance:evaluate'],
  createdAt: NOW_MS - DAY_MS,
  expiresAt: NOW_MS + DAY_MS,
  revokedAt: null,
  lastUsedAt: null,
  ...changed,
});

const decision = (party: string, decided_by: string | null) =>
  ({ party, decision: 'approved', decided_by, comment: null, decided_at: 1 }) as const;

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
  const standing = { settings: { laws: { settings: { attestation: 'accepted' } } } };
  return { approvals: { ...DEFAULT_APPROVAL_SETTINGS, separationOfDuties }, standing };
}

const answers = (...some: AnsweredApproval[]) => escalations({ newestAnswered: some });
const took = (ms: number) => answers(answer({ answeredAt: ms }));
const verdicts = (proceed: number, escalate = 0) => ({
  verdicts: { proceed, escalate, block: 0, all: proceed + escalate },
  evidence: { newest: async () => [] },
});
const keys = (...some: Partial<ApiKey>[]) => ({ keys: some.map(key), nowMs: NOW_MS });
const own = answer({ decisions: [decision('key_1', 'ada')] });

const TABLE: [check: CheckId, of: string, looked: Looked, result: Result][] = [
  ['escalations_answered', 'none due', escalations({ pending: 3 }), 'not_assessed'],
  ['escalations_answered', '9 of 10', escalations({ answered: 9, expired: 1 }), 'met'],
  ['escalations_answered', '89 of 100', escalations({ answered: 89, expired: 11 }), 'partial'],
  ['escalations_answered', '5 of 10', escalations({ answered: 5, expired: 5 }), 'partial'],
  ['escalations_answered', '49 of 100', escalations({ answered: 49, expired: 51 }), 'not_met'],
  ['answered_in_time', 'none', escalations({}), 'not_assessed'],
  ['answered_in_time', '8 hours', took(8 * HOUR_MS), 'met'],
  ['answered_in_time', 'a little later', took(8 * HOUR_MS + 1), 'partial'],
  ['answered_in_time', 'more than a day', took(DAY_MS + 1), 'not_met'],
  ['deciders_named', 'none', escalations({}), 'not_assessed'],
  ['deciders_named', 'a person', answers(answer({})), 'met'],
  ['deciders_named', 'a key alone', answers(answer({ decisions: [decision('key_2', null)] })), 'not_met'],
  ['deciders_named', 'no decision on file', answers(answer({ decisions: [] })), 'not_met'],
  ['duties_separated', 'on', { ...answers(answer({})), ...separation(true) }, 'met'],
  ['duties_separated', 'on since', { ...answers(own), ...separation(true) }, 'partial'],
  ['duties_separated', 'off, and kept', answers(answer({})), 'partial'],
  ['duties_separated', 'off, and not kept', answers(answer({}), own), 'not_met'],
  ['duties_separated', 'off, and not tried', escalations({}), 'not_met'],
  ['judgement_bites', '19 that proceed', verdicts(19), 'not_assessed'],
  ['judgement_bites', '20 that proceed', verdicts(20), 'partial'],
  ['judgement_bites', 'one that does not', verdicts(0, 1), 'met'],
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
  ['halt_ready', 'nobody', keys({}), 'not_met'],
  ['halt_ready', 'agents alone', keys({ scopes: ['governance:evaluate', 'keys:manage'] }), 'partial'],
  ['halt_ready', 'somebody else', keys({}, { scopes: ['keys:manage'] }), 'met'],
];

describe('a-check', () => {
  for (const [id, of, looked, result] of TABLE) {
    test(`${id} of ${of} is ${result}`, async () => {
      const check: Check = CHECKS[id];
      const finding = await check.judge(looked as unknown as ChainInPeriod);
      assert.equal(finding.result, result);
      assert.match(finding.finding, /^[A-Z0-9].*\.$/);
      assert.ok(finding.evidenceIds.length <= 20);
    });
  }
});
