/** Each law against its table of cases, and the promises that every law's answer keeps. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesPattern } from '@assize/act-reading/names';
import fc from 'fast-check';
import type { Case } from '../../../tests/cases/laws/case.ts';
import { shareOf, usdOf } from '../../foundation/money.ts';
import { DEFAULT_SETTINGS } from '../../governance/settings/terms/index.ts';
import { NO_FACTS } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import { LAWS } from './index.ts';
import type { Law, LawResult } from './law.ts';

for (const law of LAWS) {
  // The file and the table in it are named after the law.
  const tables: Record<string, Case[]> = await import(
    `../../../tests/cases/laws/${law.id.replaceAll('_', '-')}.ts`
  );
  for (const one of tables[law.id.toUpperCase()] ?? []) {
    test(`${law.name} ${one.name}`, () => {
      const found = applyTo(law, one);
      assert.equal(found.result, one.expect, found.reason);
      if (one.reason !== undefined) assert.equal(found.reason, one.reason);
      if (one.details !== undefined) assert.deepEqual(found.details, one.details);
      if (one.change !== undefined) assert.deepEqual(found.remedy?.change, one.change);
      if (one.note !== undefined) assert.equal(found.remedy?.note, one.note);
      assertWellFormed(found);
    });
  }
}

test('each law has a table of cases in which it passes and in which it does not', async () => {
  for (const { id } of LAWS) {
    const tables: Record<string, Case[]> = await import(
      `../../../tests/cases/laws/${id.replaceAll('_', '-')}.ts`
    );
    const results = new Set(tables[id.toUpperCase()]?.map((one) => one.expect));
    assert.ok(
      results.has('pass') && results.size > 1,
      `${id} needs cases in tests/cases/laws/, as table ${id.toUpperCase()}`,
    );
  }
});

function applyTo(law: Law, one: Case): LawResult {
  const { action = 'record.delete', agent_id = 'agent-7', context = {} } = one;
  const request = { action, context, ...(agent_id !== null && { agent_id }) };
  const facts = { ...NO_FACTS, ...one.facts };
  const settings = { ...DEFAULT_SETTINGS, ...one.settings };
  return law.apply(buildQuestion(request, facts, settings));
}

function assertWellFormed({ result, reason, details, remedy }: LawResult): void {
  assert.match(reason, /[^.\s]$/, 'a reason is a clause, without a full stop');
  assert.equal(remedy !== undefined, result !== 'pass', 'a remedy stands exactly where the law did not pass');
  if (remedy !== undefined) assert.match(remedy.note, /[^.\s]$/);
  if (details.applicable === false) assert.equal(result, 'pass');
}

const PATTERNS: { pattern: string; fits: string[]; not: string[] }[] = [
  { pattern: 'database.drop', fits: ['database.drop'], not: ['database.drops', 'adatabase.drop', ''] },
  { pattern: '*', fits: ['', 'anything'], not: [] },
  { pattern: '', fits: [''], not: ['a'] },
  { pattern: 'database.*', fits: ['database.', 'database.drop.all'], not: ['database', 'databases.drop'] },
  { pattern: '*.drop', fits: ['.drop', 'a.drop.drop'], not: ['drop', 'a.drop.b'] },
  { pattern: 'a*b*c', fits: ['abc', 'a-b-b-c', 'abcbc'], not: ['acb', 'abcd', 'ab'] },
  { pattern: '**a', fits: ['a', 'ba'], not: ['', 'ab'] },
  { pattern: 'a.c', fits: ['a.c'], not: ['abc'] },
];

for (const { pattern, fits, not } of PATTERNS) {
  test(`the catalogue pattern "${pattern}" fits what it should and nothing else`, () => {
    for (const action of fits) assert.ok(matchesPattern(action, pattern), action);
    for (const action of not) assert.ok(!matchesPattern(action, pattern), action);
  });
}

test('a catalogue pattern cannot be written that stalls the service', () => {
  assert.equal(matchesPattern('a'.repeat(256), `${'a*'.repeat(127)}b`), false);
  // Comparing from every position would take a billion steps.
  const long = 'a'.repeat(60_000);
  assert.equal(matchesPattern(long, `*${'a'.repeat(30_000)}b*`), false);
});

test('a catalogue pattern fits exactly what it says, with any characters in it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 10 });
  fc.assert(
    fc.property(text, pattern, (action, written) => {
      const fits = new RegExp(`^${written.replaceAll('*', '.*')}$`).test(action);
      assert.equal(matchesPattern(action, written), fits);
    }),
    { numRuns: 5000 },
  );
});

test('a share of an amount is the whole micro-dollars in it, to the last one', () => {
  for (let remaining = 0; remaining <= 100_000; remaining += 1) {
    for (const percent of [1, 7, 29, 50, 55, 57, 58, 70, 80, 99, 100]) {
      const exact = (remaining * percent - ((remaining * percent) % 100)) / 100;
      if (shareOf(percent / 100, remaining) !== exact) assert.fail(`${percent} % of ${remaining}`);
    }
  }
});

test('what a law says must remain is the least of a budget with which it passes', () => {
  const share = fc.constantFrom(0.1, 0.4, 0.5, 0.7, 0.8, 1);
  const cost = fc.integer({ min: 1, max: 5_000_000 });
  fc.assert(
    fc.property(
      cost,
      share,
      share,
      fc.boolean(),
      (microUsd, warn_share, irreversible_step_share, irreversible) => {
        const settings = { ...DEFAULT_SETTINGS, budget: { warn_share, irreversible_step_share } };
        const context = { estimated_cost_usd: usdOf(microUsd), is_irreversible: irreversible };
        for (const law of LAWS) {
          const resultAt = (budget_remaining_micro_usd: number) => {
            const facts = { ...NO_FACTS, budget_remaining_micro_usd };
            return law.apply(buildQuestion({ action: 'pay', context }, facts, settings)).result;
          };
          const least = law.mustRemain?.(buildQuestion({ action: 'pay', context }, NO_FACTS, settings)) ?? 0;
          if (law.mustRemain !== undefined) assert.equal(resultAt(least), 'pass', law.id);
          if (least > 0) assert.notEqual(resultAt(least - 1), 'pass', law.id);
        }
      },
    ),
  );
});
