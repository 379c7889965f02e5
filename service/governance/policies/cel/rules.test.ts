/** A table of rules and inputs with their results, including those that may surprise an author. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, RuleError, RuleQuestion, readCondition } from './expression.ts';

const INPUT = {
  action: 'payment.send',
  description: 'Pay the invoice',
  context: JSON.parse(`{
    "amount": 600, "whole": 4, "part": 2.5, "nothing": null, "flag": true, "text": "3", "name": "Zoë \u{1f600}",
    "to": ["a@example.com", "b@other.org"], "items": [{"price": 5, "tags": ["pii"]}, {"price": 50}], "empty": [],
    "map": {"a": 1, "b": null}, "constructor": "own", "__proto__": {"polluted": true}, "$typeName": "google.protobuf.Duration"
  }`),
  agent: { id: 'a1', trust: 35 },
  user: {},
  facts: { environment: 'production', risk_level: 'high', is_irreversible: true, approval: 'none' },
};

const YES = [
  // Numbers of the input are doubles, and compare with ints by value.
  'context.amount > 500',
  'context.whole == 4',
  'context.part == 2.5',
  'context.whole in [1, 2, 4]',
  '4 in [context.whole]',
  'context.amount * 2.0 == 1200',
  'int(context.whole) % 2 == 0',
  'size(context.to) == 2',
  'size(context.to) < context.whole',
  'double(context.text) == context.whole - 1.0',
  'type(context.amount) == double',
  'type(context.nothing) == null_type',
  'context.to[0] == "a@example.com"',
  'context.to[context.whole - 4.0] == "a@example.com"',
  // A dot before a name that is not a loop variable.
  '.action == "payment.send" && ["x"].exists(y, .action != y)',
  // Present and missing values.
  'has(context.amount)',
  '!has(context.absent)',
  '!has(user.id)',
  'has(agent.trust) && agent.trust < 40',
  'context.nothing == null',
  'has(context.nothing)',
  '"b" in context.map',
  '!("c" in context.map)',
  '!has(facts.budget_remaining_usd)',
  // Names that a caller may give to a member.
  'context.constructor == "own"',
  '!has(context.toString)',
  '!("valueOf" in context)',
  'context["$typeName"] == "google.protobuf.Duration"',
  '!has(context.polluted)',
  'has(context.__proto__.polluted)',
  // A deciding operand wins over an error.
  'context.absent > 1 || action == "payment.send"',
  '!(context.absent > 1 && action == "other")',
  'context.items.exists(item, item.tags == ["pii"])',
  'context.to.exists(to, !to.endsWith("@example.com"))',
  'context.empty.all(item, item == 1)',
  'context.to.exists_one(to, to.contains("other"))',
  'context.map.all(key, key in ["a", "b"])',
  'context.items.map(item, item.price) == [5, 50]',
  'context.items.map(item, item.price > 9, item.price).size() == 1',
  'context.items.filter(item, has(item.tags))[0].price == 5',
  'context.items.all(x, context.to.exists(x, x.startsWith("b")) && x.price > 1)',
  // Texts.
  'size(context.name) == 5',
  'context.name.matches("^Zo[^a-z] .$") && context.name.matches("(?i)zOË")',
  'description.matches("(?i)\\\\bINVOICE\\\\b")',
  'description.matches(r"\\bthe\\b")',
  '"ab" + "c" == "abc" && description + "!" == "Pay the invoice!"',
  '"a" < "b" && false < true && 1 < 1.5',
  'action == "x" ? false : true',
  '[1, 2.0, "a"] == [1.0, 2, "a"] && {"a": 1} == {"a": 1.0}',
  'context.map == {"b": null, "a": 1}',
  'true // and nothing else',
];

const NO = [
  'context.amount > 600',
  'action == "payment"',
  'context.to.all(to, to.endsWith("@example.com"))',
  'context.empty.exists(item, true)',
  'context.text == 3',
  'agent.id in ["a2", "a3"]',
  'context.amount == "600"',
  'context.to == "a@example.com"',
  'false',
];

const ERRS = [
  'context.absent > 1',
  'context.absent == null',
  'user.id == "u1"',
  'has(context.absent.deeper)',
  'context.text > 1',
  'context.nothing > 1',
  'context.flag > 1 && true',
  'context.absent || false',
  'context.amount',
  'context.text ? true : false',
  '!context.text',
  'context.to[2] == ""',
  'context.to[-1] == ""',
  'context.to[context.part] == ""',
  'context.amount.size() > 1',
  'int(context.name) > 1',
  'int(context.part * 1.0e300) > 1',
  'double(context.name) > 1.0',
  '10 / (int(context.whole) - 4) > 1',
  '10 % (int(context.whole) - 4) > 1',
  'int(context.amount) * 9223372036854775807 > 1',
  'context.items.exists(item, item.tags == ["none"])',
  'context.items.map(item, item.tags).size() > 0',
  'context.amount.exists(x, true)',
  'context.name.toLowerCase == ""',
  'context.map.b.c == 1',
  'context.flag + 1.0 > 1.0',
  'context.amount in context.text',
];

const TABLE = [...YES.map((rule) => [rule, true] as const), ...NO.map((rule) => [rule, false] as const)];

describe('rules-say-of-an-input', () => {
  for (const [rule, wanted] of TABLE) test(`${wanted}: ${rule}`, () => assert.equal(answer(rule), wanted));
  for (const rule of ERRS)
    test(`an error: ${rule}`, () => assert.ok(answer(rule) instanceof RuleError, String(answer(rule))));
});

function answer(rule: string): boolean | RuleError {
  const { condition, faults } = readCondition(rule);
  assert.ok(condition !== null, faults[0]?.message);
  return ask(condition, new RuleQuestion(INPUT));
}
