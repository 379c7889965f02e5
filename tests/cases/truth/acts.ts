/**
 * Tampering with what evaluations say about the act they judged. The verdict still follows from the record: only the
 * catalogue, mandate and known targets of that time contradict it.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '@assize/service/database/open.ts';
import { decide } from '@assize/service/evaluation/index.ts';
import {
  type ActFacts,
  buildQuestion,
  EMPTY_ACT,
  type EvaluationRequest,
  READING_VERSION,
} from '@assize/service/evaluation/question/index.ts';
import {
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  requestText,
} from '@assize/service/evaluation/record/index.ts';
import { settingsVersionsOf } from '@assize/service/governance/settings/index.ts';
import type { Filled } from '../../support/truth/truth-parts.ts';
import { at, boundTo, payloadOf, setPayload, type Tampering } from './tampering.ts';

type Stored = EvaluationRecord & { escalation_id?: string };
type Change = (act: ActFacts) => ActFacts | null;

/** Rewrites the record as if its act had been this, with the verdict that follows. */
const rejudged = (name: string, change: Change) => async (db: Database, filled: Filled) => {
  const record = parseJson(await payloadOf(db, filled, name)) as unknown as Stored;
  const before = factsOfRecord(record);
  const facts = { ...before, act: change(before.act ?? EMPTY_ACT) };
  const request = record.request as unknown as EvaluationRequest;
  const settings = (await settingsVersionsOf(db, filled.chain)).get(record.settings);
  if (settings === undefined) throw new Error('the record names no settings');
  const decision = decide(buildQuestion(request, facts, settings));
  const text = evaluationRecordText(requestText(request), decision, {
    facts,
    settingsVersion: record.settings,
    policiesVersion: record.policies,
    party: record.key_id,
    escalationId: decision.verdict === 'escalate' ? (record.escalation_id ?? NO_ESCALATION) : undefined,
    approval: decision.verdict === 'escalate' ? record.approval : undefined,
  });
  if (canonicalJson(parseJson(text)) === canonicalJson(record as unknown as JsonObject))
    throw new Error('nothing is altered');
  await setPayload(db, filled, name, text);
  const { verdict } = decision;
  await boundTo(filled, `UPDATE artifacts SET verdict = '${verdict}' WHERE id = {ids.${name}}`).execute(db);
};

const act = (promise: string, name: string, change: Change, what: RegExp): Tampering => ({
  promise,
  tables: ['artifact_payloads', 'artifacts'],
  tamper: rejudged(name, change),
  registry: 'verdicts',
  index: at(name),
  what,
});

const OTHER_READING = /effects or targets recorded are not those/;
const NOT_KNOWN = /recorded as known, but nothing made it known/;
const OTHER_MANDATE = /mandate that this evaluation names did not stand/;
const OLD_CATALOGUE = /catalogue of tools that this evaluation names was not in force/;
const NO_ESCALATION = 'esc_0123456789abcdef01234567';
const INVENTED = 'tgt_0123456789abcdef01234567';

const inReaches =
  (change: (reach: ActFacts['reaches'][number]) => object): Change =>
  (before) => ({ ...before, reaches: before.reaches.map((reach) => ({ ...reach, ...change(reach) })) });
const inMandate =
  (change: object): Change =>
  (before) => ({
    ...before,
    mandate: before.mandate && { ...before.mandate, ...change },
  });

/** Nodes learn of a change some seconds late, so this evaluation is moved beyond that. */
const longAfterTheTools =
  (name: string, change: Change): Tampering['tamper'] =>
  async (db, filled) => {
    const later = `UPDATE artifacts SET created_at = created_at + 60000 WHERE id = {ids.${name}}`;
    await boundTo(filled, later).execute(db);
    await rejudged(name, change)(db, filled);
  };

export const ACTS: Tampering[] = [
  act('another-effect-of-an-act', 'taught', (before) => ({ ...before, effects: ['read'] }), OTHER_READING),
  act('no-target-of-an-act', 'asked-about', (before) => ({ ...before, reaches: [] }), OTHER_READING),
  act(
    'another-target-of-an-act',
    'taught',
    inReaches(() => ({ value: 'bot@example.net' })),
    OTHER_READING,
  ),
  act('an-act-of-another-tool', 'taught', (before) => ({ ...before, tool: null }), OTHER_READING),
  act('an-act-with-a-milder-floor', 'taught', (before) => ({ ...before, amount_usd: 1 }), OTHER_READING),
  {
    ...act(
      'an-act-by-an-older-catalogue',
      'asked-about',
      () => ({ ...EMPTY_ACT, reading: READING_VERSION }),
      OLD_CATALOGUE,
    ),
    tamper: longAfterTheTools('asked-about', () => ({ ...EMPTY_ACT, reading: READING_VERSION })),
  },
  {
    ...act('an-act-that-is-left-out', 'asked-about', () => null, /Nothing is recorded of the act/),
    tamper: longAfterTheTools('asked-about', () => null),
  },
  act(
    'an-act-under-a-mandate-that-is-left-out',
    'acted-under-it',
    () => null,
    /Nothing is recorded of the act/,
  ),
  act(
    'a-known-target-that-is-invented',
    'asked-about',
    inReaches(() => ({ known: { by: 'record', id: INVENTED } })),
    NOT_KNOWN,
  ),
  act(
    'a-target-that-a-record-made-known-instead',
    'taught',
    inReaches(({ known }) => ({ known: { ...known, by: 'record' } })),
    NOT_KNOWN,
  ),
  act(
    'a-target-that-no-mandate-named',
    'asked-about',
    inReaches(() => ({ known: { by: 'mandate' } })),
    OTHER_MANDATE,
  ),
  act(
    'a-target-that-was-known',
    'acted-under-it',
    inReaches(() => ({ known: null })),
    OTHER_MANDATE,
  ),
  act(
    'a-mandate-that-was-not-named',
    'taught',
    (before) => ({
      ...before,
      mandate: {
        id: 'mdt_0123456789abcdef01234567',
        version: 1,
        state: 'open',
        strict: false,
        by_words: false,
        outside: { effects: [], tool: false, targets: [], unspoken: [], number: false },
        remaining_micro_usd: null,
      },
    }),
    OTHER_MANDATE,
  ),
  act(
    'a-mandate-that-is-left-out',
    'acted-under-it',
    (before) => ({ ...before, mandate: null }),
    OTHER_MANDATE,
  ),
  act('a-version-that-never-was', 'acted-under-it', inMandate({ version: 9 }), OTHER_MANDATE),
  act('a-strict-mandate', 'acted-under-it', inMandate({ strict: true }), OTHER_MANDATE),
  act('a-mandate-that-was-closed', 'acted-last', inMandate({ state: 'closed' }), OTHER_MANDATE),
  act('a-mandate-that-had-expired', 'acted-last', inMandate({ state: 'expired' }), OTHER_MANDATE),
  act('a-mandate-of-another', 'acted-last', inMandate({ state: 'of_another_agent' }), OTHER_MANDATE),
  act(
    'an-effect-that-was-beyond-it',
    'acted-last',
    inMandate({ outside: { effects: ['send'], tool: false, targets: [], unspoken: [], number: false } }),
    OTHER_MANDATE,
  ),
];
