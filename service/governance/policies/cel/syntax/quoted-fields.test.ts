/** Fields whose names are not identifiers, in the syntax of the CEL language definition. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, RuleQuestion, readCondition } from '../expression.ts';

const INPUT = {
  action: 'send',
  context: { 'content-type': 'text/html', 'a.b/c d': 1, headers: { 'x-id': 'one' }, ___0: true },
};

const ANSWERS: readonly [source: string, answer: boolean][] = [
  ['context.`content-type` == "text/html"', true],
  ['context.`content-type`.startsWith("image/")', false],
  ['context.headers.`x-id` == "one"', true],
  ['context.`headers`.`x-id` == "two"', false],
  ['context.`a.b/c d` == 1.0', true],
  ['has(context.`content-type`)', true],
  ['has(context.`content-length`)', false],
  ['context.?`content-length`.orValue("none") == "none"', true],
  ['context.`content-type` != "context.`content-type`" && context.___0', true],
  ['[context].exists(c, c.`content-type` == "text/html")', true],
];

for (const [source, answer] of ANSWERS) {
  test(source, () => {
    const { condition, faults } = readCondition(source);
    assert.deepEqual(faults, []);
    assert.ok(condition !== null);
    assert.equal(ask(condition, new RuleQuestion(INPUT)), answer);
  });
}

const REFUSED = ['`action` == "send"', 'context.`` == 1.0', 'context.`a"b` == 1.0', 'context.`a'];

for (const source of REFUSED) {
  test(`refuses-${source}`, () => assert.equal(readCondition(source).condition, null));
}
