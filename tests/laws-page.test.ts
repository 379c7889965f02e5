/**
 * The pages about the laws are correct: each example is judged, and lists exactly the laws that did not pass.
 * Examples without facts are also sent to the real service, on both surfaces, with their settings in force.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decide } from '@assize/service/evaluation/decision/decide.ts';
import { LAW_IDS, lawName } from '@assize/service/evaluation/index.ts';
import { type Facts, NO_FACTS } from '@assize/service/evaluation/question/facts.ts';
import { buildQuestion } from '@assize/service/evaluation/question/question.ts';
import { DEFAULT_SETTINGS } from '@assize/service/governance/settings/terms/index.ts';
import { type Example, examplesOf } from './support/governance/law-examples.ts';
import { change } from './support/governance/settings.ts';
import { evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const DOCS = path.join(import.meta.dirname, '../docs');
const PAGE = readPage('laws.md');
const PAGES = ['laws.md', ...LAW_IDS.map(pageOf)];
const EXAMPLES = PAGES.flatMap((page) => examplesOf(readPage(page)).map((example) => ({ page, ...example })));
const MIN_OF_A_LAW = 2;

for (const example of EXAMPLES) {
  test(`line-${example.line}-of-${example.page}-is-judged-as-it-says`, () => {
    const facts: Facts = { ...NO_FACTS, ...example.known };
    const { verdict, laws } = decide(
      buildQuestion(example.ask, facts, { ...DEFAULT_SETTINGS, ...example.set }),
    );
    const answered = laws.map(({ law_id, result, reason, remedy }) => {
      return { law: lawName(law_id), result, reason, change: remedy?.change };
    });
    assertSays(example, verdict, answered);
  });
}

testAsTenant('the-service-answers-what-the-page-on-the-laws-says', async ({ app }) => {
  let isSet = false;
  for (const example of EXAMPLES) {
    if (example.known !== undefined) continue;
    if (example.set !== undefined || isSet) {
      await change(app, () => ({ ...DEFAULT_SETTINGS, ...example.set }));
      isSet = example.set !== undefined;
    }
    const { body: a } = await evaluate(app, 'a', example.ask);
    const { body: b } = await evaluate(app, 'b', example.ask);
    const changes = new Map(a.remedies.map(({ law_id, change }: Remedy) => [law_id, change]));
    const answered = a.evaluations.map(({ law_id, law_name: law, result, reason }: LawAnswer) => {
      return { law, result, reason, change: changes.get(law_id) };
    });
    assertSays(example, a.verdict, answered);
    assert.deepEqual(
      { verdict: b.verdict, remedies: b.remedies },
      { verdict: a.verdict.toUpperCase(), remedies: a.remedies },
    );
  }
});

test('the-page-of-each-law-has-examples-of-it', () => {
  for (const law_id of LAW_IDS) {
    const own = EXAMPLES.filter(({ page }) => page === pageOf(law_id));
    const naming = own.filter(({ laws }) => laws.some(({ law }) => law === lawName(law_id)));
    assert.ok(naming.length >= MIN_OF_A_LAW, law_id);
  }
});

test('the-page-on-the-laws-shows-the-settings-as-they-are', () => {
  const [, shown = ''] = /^```json settings\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  assert.deepEqual(JSON.parse(shown), DEFAULT_SETTINGS);
});

test('the-page-on-recomputing-verdicts-names-every-fact', () => {
  const page = readPage('recomputing-verdicts.md');
  for (const [fact, empty] of Object.entries(NO_FACTS)) {
    const shown = typeof empty === 'string' ? `\`${empty}\`` : JSON.stringify(empty);
    assert.ok(page.includes(`| \`${fact}\` | ${shown} |`), fact);
  }
});

test('an-example-that-says-something-else-is-noticed', () => {
  const [right] = examplesOf(
    '## Safety Dominance\n```example\nask {"action":"a","context":{"risk_level":"high"}}\nverdict escalate\n' +
      'warn Safety Dominance: because\nremedy Safety Dominance: {}\n```\n',
  );
  assert.ok(right !== undefined);
  const law = 'Safety Dominance';
  const answered = [{ law, result: 'warn', reason: 'because', change: {} }];
  assertSays(right, 'escalate', answered);
  assert.throws(() => assertSays(right, 'block', answered));
  assert.throws(() => assertSays(right, 'escalate', [{ law, result: 'warn', reason: 'other', change: {} }]));
  assert.throws(() =>
    assertSays(right, 'escalate', [{ law, result: 'fail', reason: 'because', change: {} }]),
  );
  assert.throws(() => assertSays(right, 'escalate', [{ law, result: 'warn', reason: 'because' }]));
  assert.throws(() =>
    assertSays(right, 'escalate', [...answered, { law: 'Other', result: 'warn', reason: 'because' }]),
  );
  assert.throws(() => assertSays(right, 'escalate', []));
});

function pageOf(law_id: string): string {
  return `laws/${law_id.replaceAll('_', '-')}.md`;
}

function readPage(name: string): string {
  return readFileSync(path.join(DOCS, name), 'utf8');
}

interface Remedy {
  law_id: string;
  change: unknown;
}

interface LawAnswer {
  law_id: string;
  law_name: string;
  result: string;
  reason: string;
}

interface AnsweredLaw {
  law: string;
  result: string;
  reason: string;
  change?: unknown;
}

/** An example must name the laws that do not pass, and no others. */
function assertSays(example: Example, verdict: string, answered: AnsweredLaw[]): void {
  assert.equal(verdict, example.verdict);
  const named = new Set(example.laws.map(({ law }) => law));
  const said = answered.filter(({ law, result }) => result !== 'pass' || named.has(law));
  assert.deepEqual(
    sorted(said.map(({ law, result, reason }) => `${result} ${law}: ${reason}`)),
    sorted(example.laws.map(({ law, result, reason }) => `${result} ${law}: ${reason}`)),
  );
  for (const { law, change } of example.remedies) {
    assert.deepEqual(answered.find((one) => one.law === law)?.change, change, law);
  }
}

function sorted(lines: string[]): string[] {
  return [...lines].sort();
}
