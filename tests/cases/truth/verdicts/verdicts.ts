/** Tampering with leaves and records of evaluations. */
import { canonicalJson } from '@assize/evidence-format';
import type { Database } from '@assize/service/database/open.ts';
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { artifact, at, payloadOf, run, type Tampering } from '../tampering.ts';

export const VERDICTS: Tampering[] = [
  {
    promise: 'a-verdict-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('barred', () => sql`verdict = 'proceed'`),
    registry: 'verdicts',
    index: at('barred'),
    what: /recorded as proceed, but its request and facts give block/,
  },
  {
    promise: 'a-law-result',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"pass":"low risk"', '"warn":"low risk"'),
    registry: 'verdicts',
    index: at('let'),
    what: /safety_dominance is recorded as warn/,
  },
  {
    promise: 'a-reason',
    tables: ['artifact_payloads'],
    tamper: payloadOf('held', '"warn":"', '"warn":"oh, '),
    registry: 'verdicts',
    index: at('held'),
    what: /recorded with another reason/,
  },
  {
    promise: 'a-request',
    tables: ['artifact_payloads'],
    tamper: payloadOf('held', '"risk_level":"high"', '"risk_level":"low"'),
    registry: 'verdicts',
    index: at('held'),
    what: /recorded as escalate, but its request and facts give proceed/,
  },
  {
    promise: 'a-fact',
    tables: ['artifact_payloads'],
    tamper: payloadOf('approved', '"facts":{"approval":"unknown"', '"facts":{"approval":"approved"'),
    registry: 'verdicts',
    index: at('approved'),
    what: /recorded as block, but its request and facts give proceed/,
  },
  {
    promise: 'a-fact-that-was-not-gathered',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"facts":{', '"facts":{"storage":"within_allowance",'),
    registry: 'verdicts',
    index: at('let'),
    what: /says something else/,
  },
  {
    promise: 'a-version-of-the-settings',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"settings":"sha256:', '"settings":"sha256:0'),
    registry: 'verdicts',
    index: at('let'),
    what: /version of the law settings that is not known/,
  },
  {
    promise: 'an-escalation-that-is-not-recorded',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '{"facts"', '{"escalation_id":"esc_0123456789abcdef01234567","facts"'),
    registry: 'verdicts',
    index: at('let'),
    what: /exactly where the verdict is escalate/,
  },
  {
    promise: 'what-can-not-be-judged',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"context":{"note":"größe \\"\\\\"}', '"context":null'),
    registry: 'verdicts',
    index: at('let'),
    what: /cannot be judged/,
  },
  {
    promise: 'what-is-no-record',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '{', '['),
    registry: 'verdicts',
    index: at('let'),
    what: /does not record one/,
  },
  {
    promise: 'an-action-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('let', () => sql`action = 'x'`),
    registry: 'verdicts',
    index: at('let'),
    what: /under another action/,
  },
  {
    promise: 'an-actor-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('keyed', () => sql`actor = 'x'`),
    registry: 'verdicts',
    index: at('keyed'),
    what: /under another actor/,
  },
  {
    promise: 'an-answer-to-an-invented-question',
    tables: ['artifact_payloads'],
    tamper: payloadOf(
      'agreed',
      '"laws":["safety_dominance"]',
      '"laws":["budget_conservation","safety_dominance"]',
    ),
    registry: 'verdicts',
    index: at('agreed'),
    what: /answered something else than the approval it names had asked/,
  },
  {
    promise: 'an-answer-of-which-no-approval-knows',
    tables: ['approvals'],
    tamper: run(
      ({ chain, ids }) =>
        sql`DELETE FROM approvals WHERE chain = ${chain} AND evidence_id = ${ids['agreed-to']}`,
    ),
    registry: 'verdicts',
    index: at('agreed'),
    what: /rests on no approval that was given/,
  },
  {
    promise: 'a-question-that-was-another',
    tables: ['artifact_payloads'],
    tamper: payloadOf('agreed-to', '"warn":"', '"pass":"'),
    registry: 'verdicts',
    index: at('agreed'),
    what: /answered something else than the approval it names had asked/,
  },
  {
    promise: 'a-set-of-policies-that-never-was',
    tables: ['artifact_payloads'],
    tamper: payloadOf('governed', '"policies":"sha256:', '"policies":"sha256:0'),
    registry: 'verdicts',
    index: at('governed'),
    what: /set of policies that was never in force/,
  },
  {
    promise: 'a-rule-that-another-set-would-have-matched',
    tables: ['policy_versions'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE policy_versions SET document = replace(document, 'governed', 'other'), hash = 'other' WHERE chain = ${chain} AND version = 2`,
    ),
    registry: 'verdicts',
    index: at('governed'),
    what: /not those of the policies in force that match/,
  },
  {
    promise: 'a-match-that-was-taken-out-with-all-that-follows-from-it',
    tables: ['artifact_payloads', 'artifacts'],
    tamper: async (db, filled) => {
      const { record, again } = await withoutMatches(db, filled);
      await payloadOf('governed', record, again)(db, filled);
      await artifact('governed', () => sql`verdict = 'proceed'`)(db, filled);
    },
    registry: 'verdicts',
    index: at('governed'),
    what: /not those of the policies in force that match/,
  },
];

/** Returns the record as if no rule had matched. */
async function withoutMatches(db: Database, { chain, at: places }: Filled) {
  const { payload } = await db
    .selectFrom('artifact_payloads')
    .select('payload')
    .where('chain', '=', chain)
    .where('position', '=', places.governed ?? -1)
    .executeTakeFirstOrThrow();
  const record = Buffer.from(payload).toString('utf8');
  const { approval: _, escalation_id: __, facts: ___, ...rest } = JSON.parse(record);
  rest.laws.policy_adherence = { pass: 'no rule matches' };
  return { record, again: canonicalJson(rest) };
}
