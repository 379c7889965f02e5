import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { anyCase } from '../../../tests/cases/laws/any.ts';
import { versionOf } from '../../governance/settings/terms/index.ts';
import { decide } from '../decision/decide.ts';
import type { Decision } from '../laws/law.ts';
import { type ActFacts, actRecord } from '../question/act.ts';
import { UNRECORDED } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { type EvaluationRecord, evaluationRecordText, lawsOfRecord, requestText } from './record.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => text.isWellFormed());

/** Content that matters only to the record: labels in any script, and keys that no law knows. */
const anyLabels = fc.record(
  { description: anyText, agent_id: anyText, user_id: anyText, tenant_id: anyText },
  { requiredKeys: [] },
);
const anyExtras = fc.dictionary(
  anyText.filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);

const anyRecorded = fc
  .tuple(
    anyCase,
    anyLabels,
    anyExtras,
    fc.option(fc.constant('esc_1'), { nil: undefined }),
    fc.option(fc.constant('sha256:00'), { nil: undefined }),
  )
  .map(([{ request, facts, settings }, labels, extras, escalationId, policiesVersion]) => {
    const asked = { ...request, ...labels, context: { ...extras, ...request.context } } as EvaluationRequest;
    return {
      asked,
      facts,
      settings: versionOf(settings),
      decision: decide(buildQuestion(asked, facts, settings)),
      escalationId,
      policiesVersion,
    };
  })
  .filter(
    ({ asked }) => canonicalize(asked)?.isWellFormed() === true && !canonicalize(asked)?.includes('\\ud'),
  );

test('the-recorded-text-is-the-canonical-json-of-the-record', () => {
  fc.assert(
    fc.property(anyRecorded, ({ asked, facts, settings, decision, escalationId, policiesVersion }) => {
      const known = Object.entries(facts).filter(
        ([name, value]) =>
          canonicalJson(value) !== canonicalJson(UNRECORDED[name as keyof typeof UNRECORDED]),
      );
      const laws = decision.laws.map(({ law_id, result, reason, details }) => {
        return [law_id, details.applicable === false ? { [result]: reason } : { [result]: reason, details }];
      });
      const record = {
        settings: settings.version,
        request: asked,
        laws: Object.fromEntries(laws),
        key_id: 'key_1',
        policies: policiesVersion,
        facts: known.length === 0 ? undefined : Object.fromEntries(known.map(asRecorded)),
        would_be: wouldBeIn(decision),
        escalation_id: escalationId,
      };
      const text = evaluationRecordText(requestText(asked), decision, {
        facts,
        settingsVersion: settings.version,
        policiesVersion,
        party: 'key_1',
        escalationId,
      });
      assert.equal(text, canonicalize(record));
      assert.equal(text, canonicalJson(record));
    }),
  );
});

test('a-record-read-back-gives-the-law-results-and-the-request-that-were-recorded', () => {
  fc.assert(
    fc.property(anyRecorded, ({ asked, facts, settings, decision }) => {
      const text = evaluationRecordText(requestText(asked), decision, {
        facts,
        settingsVersion: settings.version,
        party: 'key_1',
      });
      const record = parseJson(text) as unknown as EvaluationRecord;
      const results = decision.laws.map(({ law_id, result, reason, details }) => ({
        law_id,
        result,
        reason,
        details,
      }));
      assert.deepEqual(lawsOfRecord(record), results);
      assert.equal(canonicalJson(record.request as JsonObject), requestText(asked));
    }),
  );
});

function asRecorded([name, value]: [string, unknown]): [string, unknown] {
  return [name, name === 'act' ? actRecord(value as ActFacts) : value];
}

/** The laws whose result would differ. */
function wouldBeIn({ laws, wouldBe }: Decision): object | undefined {
  if (wouldBe === undefined) return undefined;
  const others = wouldBe.laws.filter(({ result }, place) => result !== laws[place]?.result);
  const results = others.map(({ law_id, result, reason, details }) => {
    return [law_id, details.applicable === false ? { [result]: reason } : { [result]: reason, details }];
  });
  return { verdict: wouldBe.verdict, ...(results.length > 0 && { laws: Object.fromEntries(results) }) };
}
