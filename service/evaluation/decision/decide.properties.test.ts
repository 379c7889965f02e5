/** Every decision keeps these promises, for any request, any facts and any settings. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { compareRisk } from '@assize/act-reading/risk';
import { canonicalJson } from '@assize/evidence-format';
import fc from 'fast-check';
import { type AnyCase, anyAnswered, anyCase, anyRisk } from '../../../tests/cases/laws/any.ts';
import { anyConfidence, anyTrust, anyUsd } from '../../../tests/cases/laws/any-numbers.ts';
import { LAW_IDS, LAWS } from '../laws/index.ts';
import { type Decision, VERDICTS } from '../laws/law.ts';
import { type AskingRule, type Facts, NOTHING_ANSWERED } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import type { EvaluationContext } from '../question/request.ts';
import { decide, explain, remediesOf } from './decide.ts';

const SEVERITY = { pass: 0, warn: 1, fail: 2 };

test('every valid request gets a decision that can be recorded and explained', () => {
  fc.assert(
    fc.property(anyCase, ({ request, facts, settings }) => {
      const decision = decide(buildQuestion(request, facts, settings));
      const ids = decision.laws.map((law) => law.law_id);
      assert.deepEqual(ids, LAW_IDS);
      const gravest = Math.max(...decision.laws.map((law) => SEVERITY[law.result]));
      assert.equal(decision.verdict, VERDICTS[gravest]);
      assert.deepEqual(JSON.parse(canonicalJson(decision)), JSON.parse(JSON.stringify(decision)));
      assert.match(explain(decision), /^(Proceed|Escalate|Block): .+\.$/s);
    }),
    { numRuns: 2_000 },
  );
});

test('the same question gets the same decision, and is left as it was', () => {
  fc.assert(
    fc.property(anyCase, ({ request, facts, settings }) => {
      const before = JSON.stringify({ request, facts, settings });
      const first = decide(buildQuestion(request, facts, settings));
      const recorded: AnyCase = JSON.parse(before);
      const again = decide(buildQuestion(recorded.request, recorded.facts, recorded.settings));
      assert.equal(canonicalJson(again), canonicalJson(first));
      assert.equal(JSON.stringify({ request, facts, settings }), before);
    }),
  );
});

test('merging what a remedy offers makes its law pass', () => {
  fc.assert(
    fc.property(anyCase, ({ request, facts, settings }) => {
      for (const { law_id, change } of remediesOf(decide(buildQuestion(request, facts, settings)))) {
        if (Object.keys(change).length === 0) continue;
        const context = merged(request.context, change);
        assertInRange(context);
        // Without the id there are no facts about the approval either.
        const approval = context.approval_id === undefined ? 'none' : facts.approval;
        const after = decide(buildQuestion({ ...request, context }, { ...facts, approval }, settings));
        const law = after.laws.find((one) => one.law_id === law_id);
        assert.equal(law?.result, 'pass', `${law_id} after ${JSON.stringify(change)}: ${law?.reason}`);
      }
    }),
    { numRuns: 5_000 },
  );
});

/** Stating more risk may satisfy Monotonic Truth, which asks for exactly that; other laws can only grow stricter. */
test('more risk never makes a verdict milder, but for a doubt about the truth that it removes', () => {
  fc.assert(
    fc.property(anyCase, anyRisk, fc.boolean(), (before, risk_level, is_irreversible) => {
      const { context } = before.request;
      fc.pre(compareRisk(risk_level, context.risk_level ?? 'low') >= 0);
      const irreversible = context.is_irreversible === true || is_irreversible;
      const after = withContext(before, { ...context, risk_level, is_irreversible: irreversible });
      assertNeverMilder(before, after, 'monotonic_truth');
    }),
    { numRuns: 2_000 },
  );
});

/**
 * Less trust means a lower score, not a missing one: an agent without a score is only unknown. A lower claim may
 * satisfy Monotonic Truth, which asks for exactly that where a claim exceeds the ledger.
 */
test('less trust never makes a verdict milder, but for a doubt about the truth that it removes', () => {
  fc.assert(
    fc.property(anyCase, anyTrust, anyTrust, (any, one, other) => {
      const { context } = any.request;
      const before = withContext(any, { ...context, trust_score: Math.max(one, other) });
      const after = withContext(any, { ...context, trust_score: Math.min(one, other) });
      assertNeverMilder(before, after, 'monotonic_truth');
    }),
    { numRuns: 2_000 },
  );
});

test('less of a budget never makes a verdict milder', () => {
  fc.assert(
    fc.property(anyCase, anyUsd, anyUsd, fc.boolean(), (any, one, other, serverSide) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const [before, after] = serverSide
        ? [withBudget(any, more), withBudget(any, less)]
        : [
            withContext(any, { ...any.request.context, budget_remaining_usd: more }),
            withContext(any, { ...any.request.context, budget_remaining_usd: less }),
          ];
      assertNeverMilder(before, after);
    }),
    { numRuns: 2_000 },
  );
});

/** Less confidence means a lower score, not a missing one: a missing score warns, a low score fails. */
test('less confidence never makes a verdict milder', () => {
  fc.assert(
    fc.property(anyCase, anyConfidence, anyConfidence, (any, one, other) => {
      const { context } = any.request;
      const before = withContext(any, { ...context, confidence_score: Math.max(one, other) });
      const after = withContext(any, { ...context, confidence_score: Math.min(one, other) });
      assertNeverMilder(before, after);
    }),
    { numRuns: 2_000 },
  );
});

/** The approval is no longer claimed; a bad approval_id that goes with it would rightly remove a doubt. */
test('dropping an approval never makes a verdict milder', () => {
  fc.assert(
    fc.property(anyCase, (any) => {
      const { context } = any.request;
      const before = withContext(any, { ...context, has_approval: true });
      const after = withContext(any, { ...context, has_approval: false });
      assertNeverMilder(before, after);
    }),
    { numRuns: 2_000 },
  );
});

test('what an unproven approval allows is never more than what a proven one does', () => {
  fc.assert(
    fc.property(anyCase, (any) => {
      const named = { ...any.request.context, has_approval: true, approval_id: 'apr_1' };
      const before = withContext(any, named);
      assertNeverMilder({ ...before, facts: { ...any.facts, approval: 'approved' } }, before);
    }),
  );
});

test('an approval answers what warned and was asked, and nothing else', () => {
  fc.assert(
    fc.property(anyCase, anyAnswered, fc.boolean(), (asked, answered, holds) => {
      const { context } = asked.request;
      const held = holds
        ? withContext(asked, { ...context, has_approval: true, approval_id: 'apr_1' })
        : withContext(asked, { ...context, approval_id: undefined });
      const approval = holds ? 'approved' : asked.facts.approval;
      const before = { ...held, facts: { ...asked.facts, approval, answered: NOTHING_ANSWERED } };
      const was = decisionOn(before);
      const is = decisionOn({ ...before, facts: { ...before.facts, answered } });
      const isEachRule = askingIn(asked.facts).every((one) =>
        answered.rules.some((rule) => isDeepStrictEqual(one, rule)),
      );
      const question = buildQuestion(before.request, before.facts, before.settings);
      for (const [place, law] of is.laws.entries()) {
        const found = LAWS[place]?.apply(question) ?? assert.fail();
        const isAnswered = holds && found.result === 'warn' && answered.laws.includes(law.law_id);
        if (isAnswered && (law.law_id !== 'policy_adherence' || isEachRule)) {
          assert.equal(law.result, 'pass');
          assert.equal(law.reason, `a human approved it although ${found.reason}`);
          assert.deepEqual(law.details, { ...found.details, answered_by: 'apr_1' });
        } else {
          const { remedy, ...kept } = was.laws[place] ?? assert.fail();
          assert.deepEqual({ ...law, remedy: undefined }, { ...kept, remedy: undefined });
          assert.deepEqual(kept.result, found.result);
        }
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a halt, a broken chain or a rule that errs never makes a verdict milder', () => {
  const erring = { policy: 'p', version: '1', rule: 'r', effect: 'note', message: '', erred: true } as const;
  fc.assert(
    fc.property(anyCase, (any) => {
      const { facts } = any;
      for (const worse of [
        { ...facts, halt: { scope: 'tenant', reason: '', halt_id: 'hlt_1' } as const },
        { ...facts, chain_health: 'failed' as const },
        { ...facts, policy_matches: [...facts.policy_matches, erring] },
      ]) {
        const after = { ...any, facts: worse };
        assertNeverMilder(any, after);
        assert.equal(decisionOn(after).verdict, 'block');
      }
    }),
  );
});

function askingIn({ policy_matches }: Facts): AskingRule[] {
  return policy_matches
    .filter(({ effect, erred, over_cost }) => over_cost === true || (effect === 'escalate' && !erred))
    .map(({ policy, version, rule }) => ({ policy, version, rule }));
}

function decisionOn({ request, facts, settings }: AnyCase): Decision {
  return decide(buildQuestion(request, facts, settings));
}

function withContext(any: AnyCase, context: EvaluationContext): AnyCase {
  return { ...any, request: { ...any.request, context } };
}

function withBudget(any: AnyCase, usd: number): AnyCase {
  const budget_remaining_micro_usd = Math.round(Math.min(usd, 1e9) * 1e6);
  return { ...any, facts: { ...any.facts, budget_remaining_micro_usd } };
}

/** Only the exempt law may become milder; the verdict may become milder only where that law does. */
function assertNeverMilder(before: AnyCase, after: AnyCase, exempt?: string): void {
  const was = decisionOn(before);
  const is = decisionOn(after);
  let exempted = false;
  for (const [place, law] of is.laws.entries()) {
    const earlier = was.laws[place];
    if (earlier === undefined || SEVERITY[law.result] >= SEVERITY[earlier.result]) continue;
    assert.equal(law.law_id, exempt, `${earlier.reason} became ${law.reason}`);
    exempted = true;
  }
  if (!exempted) assert.ok(VERDICTS.indexOf(is.verdict) >= VERDICTS.indexOf(was.verdict));
}

function merged(context: EvaluationContext, change: EvaluationContext | object): EvaluationContext {
  const entries = Object.entries({ ...context, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function assertInRange({ estimated_cost_usd, trust_score, confidence_score }: EvaluationContext): void {
  if (estimated_cost_usd !== undefined) assert.ok(estimated_cost_usd >= 0 && estimated_cost_usd < Infinity);
  if (trust_score !== undefined) assert.ok(trust_score >= 0 && trust_score <= 100);
  if (confidence_score !== undefined) assert.ok(confidence_score >= 0 && confidence_score <= 1);
}
