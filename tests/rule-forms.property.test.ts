/** A rule as a form and its CEL say the same, as the service's own reading of CEL judges it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EFFECTS, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { CONFIDENTIALITIES as SERVICE_CONFIDENTIALITIES } from '@assize/act-reading/tools';
import fc from 'fast-check';
import { type ComparisonName, comparisonOf, comparisonsOf } from '../dashboard/policies/form/comparisons.ts';
import {
  CONFIDENTIALITIES,
  FIELD_NAMES,
  fieldOf,
  ORIGINS,
  ROLES,
} from '../dashboard/policies/form/fields.ts';
import { formOf } from '../dashboard/policies/form/read.ts';
import { type Condition, celOf, mayBeAbsent, type RuleForm } from '../dashboard/policies/form/rule.ts';
import { ORIGINS as SERVICE_ORIGINS } from '../service/evaluation/question/index.ts';
import {
  ask,
  RuleError,
  RuleQuestion,
  readCondition,
} from '../service/governance/policies/cel/expression.ts';
import { definitionsOf } from '../service/governance/policies/compiled/compile.ts';
import type { PolicyInput } from '../service/governance/policies/policy.ts';
import { meaningOf, questionsAbout } from './support/governance/rule-forms.ts';

const HOSTILE = [
  ...[
    "a'b",
    '"',
    '\\',
    "\\'",
    "') || true || ('",
    "'] || true || ['",
    '// no',
    '{x}',
    "'''",
    'r"',
    '`',
    '.?',
    '?',
  ],
  ...['\u202e', '\u200b', '\u0000', '\u0007', '\u2028', '\t', '💣', '\u{e0001}', 'ﬀ', ' ', 'payment.send'],
];
const LISTS = { partners: ['payment.send', "a'b"], empty: [] };
const VARIABLES = [
  { name: 'amount', expression: 'context.?amount.orValue(0.0)' },
  { name: 'to', expression: "context.?to.orValue('')" },
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((one) => !/[\r\n]/.test(one)),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 1000, 0.5, 1e-7, 100.01, Number.MAX_SAFE_INTEGER, 5e-324),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((one) => one + 0),
);
const key = fc.oneof(
  fc.constantFrom('amount', 'to', 'in', 'true', 'data-class', 'a b', "it's", '\\', '0', 'é'),
  text.filter((one) => !one.includes('.')),
);

function valuesFor(comparison: ComparisonName) {
  const takes = comparisonOf(comparison)?.takes ?? 'nothing';
  if (takes === 'texts') return fc.array(text, { minLength: 1, maxLength: 3 });
  if (takes === 'number') return number.map((one) => [one]);
  return takes === 'list' ? fc.constantFrom(...Object.keys(LISTS)).map((one) => [one]) : fc.constant([]);
}

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...FIELD_NAMES).chain((field) => {
  const { kind, of: means, subject } = fieldOf(field);
  const keys = fc.array(key, { minLength: 1, maxLength: 3 }).map((all) => all.join('.'));
  const role = fc.constantFrom('', ...ROLES);
  const variable = fc.constantFrom(...VARIABLES.map(({ name }) => name));
  const of = { key: keys, role, variable }[means as string] ?? fc.constant('');
  return fc.tuple(of, fc.constantFrom(...comparisonsOf(kind, subject('')))).chain(([which, comparison]) => {
    const made = { field, of: which, comparison, values: [], absent: 'fails' as const };
    const absent = mayBeAbsent(made)
      ? fc.constantFrom('fails' as const, 'holds' as const, 'counts' as const, 'errs' as const)
      : fc.constant('fails' as const);
    return fc
      .record({ values: valuesFor(comparison), absent })
      .map((rest): Condition => ({ ...made, ...rest }));
  });
});

const form: fc.Arbitrary<RuleForm> = fc
  .record({
    join: fc.constantFrom('all' as const, 'either' as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
  })
  .map(({ join, conditions }) => ({ join: conditions.length < 2 ? ('all' as const) : join, conditions }))
  .filter(({ conditions }) => !conditions.some((one, at) => isGuardOf(one, conditions[at + 1])));

/** A value that is stated, and then read: the form shows both as one condition. */
function isGuardOf({ field, of, comparison }: Condition, next: Condition | undefined): boolean {
  return next?.absent === 'errs' && comparison.startsWith('stated') && next.field === field && next.of === of;
}

const SEVERAL = { minLength: 4, maxLength: 4 };

const definitions = await definitionsOf({ variables: VARIABLES, lists: LISTS });

/** Whether the rule holds; null where it can't be evaluated. */
function verdictOf(cel: string, input: PolicyInput): boolean | null {
  const { condition: read, faults } = readCondition(cel, definitions);
  assert.ok(read, `${cel}: ${JSON.stringify(faults)}`);
  const answer = ask(read, new RuleQuestion(input), definitions);
  return answer instanceof RuleError ? null : answer;
}

const isRefusedForSize = (cel: string) =>
  readCondition(cel, definitions).faults.some(({ message }) => /limit is|at most \d+/.test(message));

test('a-form-offers-the-words-that-the-service-uses', () => {
  const offered = [ROLES, ORIGINS, CONFIDENTIALITIES, fieldOf('effects').options, fieldOf('kinds').options];
  const used = [TARGET_ROLES, SERVICE_ORIGINS, SERVICE_CONFIDENTIALITIES, EFFECTS, TARGET_KINDS];
  assert.deepEqual(
    offered.map((words) => [...(words ?? [])].sort()),
    used.map((words) => [...words].sort()),
  );
});

test('a-form-reads-back-from-its-cel-as-it-was', () => {
  fc.assert(
    fc.property(form, (one) => {
      assert.deepEqual(formOf(celOf(one)), one, celOf(one));
    }),
    { numRuns: 2000 },
  );
});

test('an-unfinished-form-reads-back-and-is-refused-until-it-is-finished', () => {
  for (const field of FIELD_NAMES) {
    const { kind, subject } = fieldOf(field);
    for (const comparison of comparisonsOf(kind, subject(''))) {
      for (const absent of ['fails', 'holds', 'counts', 'errs'] as const) {
        const one: Condition = { field, of: '', comparison, values: [], absent };
        if (!mayBeAbsent(one) && absent !== 'fails') continue;
        const whole: RuleForm = { join: 'all', conditions: [one] };
        const cel = celOf(whole);
        assert.deepEqual(formOf(cel), whole, cel);
        const isUnfinished =
          fieldOf(field).of === 'key' ||
          fieldOf(field).of === 'variable' ||
          (comparisonOf(comparison)?.takes ?? 'nothing') !== 'nothing';
        assert.equal(readCondition(cel, definitions).condition === null, isUnfinished, cel);
      }
    }
  }
  assert.deepEqual(formOf(celOf({ join: 'all', conditions: [] })), { join: 'all', conditions: [] });
});

test('the-service-judges-the-cel-of-a-form-as-the-form-says', () => {
  const answers = { true: 0, false: 0, null: 0 };
  const asked = form.chain((one) =>
    fc.tuple(fc.constant(one), fc.array(questionsAbout(one, HOSTILE), SEVERAL)),
  );
  fc.assert(
    fc.property(asked, ([one, questions]) => {
      const cel = celOf(one);
      if (isRefusedForSize(cel)) return;
      for (const input of questions) {
        const said = meaningOf(one, input, LISTS);
        answers[`${said}`] += 1;
        assert.equal(verdictOf(cel, input), said, `${cel}\n${JSON.stringify(input)}`);
      }
    }),
    { numRuns: 1500 },
  );
  for (const [answer, count] of Object.entries(answers)) assert.ok(count > 200, `${count} times ${answer}`);
});

/** CEL as people write it: other brackets, joins, quotes, blanks and guards, and with signs missing or twice. */
const { foreign } = fc.letrec<{ foreign: string }>((tie) => {
  const part = tie('foreign');
  const guard = fc.constantFrom(
    'has(context.to)',
    '!has(context.to)',
    'act.listed',
    'context.to == "a"',
    'context.amount > 5',
  );
  return {
    foreign: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      form.map((one) => celOf({ ...one, conditions: one.conditions.slice(0, 2) })),
      guard,
      fc
        .tuple(part, fc.constantFrom('&&', '||', ' &&\n  ', '\n|| '), part)
        .map(([one, sign, other]) => one + sign + other),
      part.map((one) => `(${one})`),
      part.map((one) => `!(${one})`),
      fc.tuple(guard, part, part).map(([one, yes, no]) => `${one} ? ${yes} : ${no}`),
      fc
        .tuple(part, fc.nat(), fc.constantFrom('', '!', '-', '(', ')', ' ', '// ', "'", '.?', ' || '))
        .map(([one, at, sign]) => {
          const place = at % (one.length + 1);
          return one.slice(0, place) + sign + one.slice(place + (at % 2));
        }),
    ),
  };
});

test('a-rule-that-opens-as-a-form-keeps-its-meaning', () => {
  const opened = { same: 0, refused: 0 };
  const asked = foreign.chain((source) => {
    const shown = formOf(source);
    const questions = shown === null ? fc.constant([]) : fc.array(questionsAbout(shown, HOSTILE), SEVERAL);
    return fc.tuple(fc.constant(source), fc.constant(shown), questions);
  });
  fc.assert(
    fc.property(asked, ([source, shown, questions]) => {
      if (shown === null) return;
      const cel = celOf(shown);
      const isTaken = readCondition(source, definitions).condition !== null;
      if (isTaken && isRefusedForSize(cel)) return;
      if (!isTaken && !isRefusedForSize(source))
        assert.equal(readCondition(cel, definitions).condition, null, source);
      opened[isTaken ? 'same' : 'refused'] += 1;
      if (!isTaken) return;
      for (const input of questions)
        assert.equal(verdictOf(cel, input), verdictOf(source, input), `${source}\n${cel}`);
    }),
    { numRuns: 3000 },
  );
  assert.ok(opened.same > 300, JSON.stringify(opened));
});
