/** Rules that mean something else than a form could say stay code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../dashboard/policies/form/read.ts';

test('a-rule-of-another-shape-does-not-open-as-a-form', () => {
  for (const source of [
    'act.listed && (!has(context.a) || context.a > 5.0 && act.listed)',
    'act.listed || has(context.a) && context.a > 5.0 && act.listed',
    "action == 'a' // && act.listed",
    "action == 'a' ? act.listed : true",
    "action == r'a'",
    "action == 'a\\x41'",
    "action == '''a'''",
    "!action == 'a'",
    "action == 'a' || 'b'",
    'context.a > 9007199254740993',
    "context['a.b'] == 'c'",
    "action == 'two\\nlines'",
    "action == ''",
    'true',
  ]) {
    assert.equal(formOf(source), null, source);
  }
});
