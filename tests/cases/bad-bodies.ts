/** Bodies that are refused, each with all its faults at once in the contract's words. */
import type { FaultRow, SurfaceCase } from './surface-case.ts';

const required = (loc: string): FaultRow => [loc, 'missing', 'Field required'];
const extra = (loc: string): FaultRow => [loc, 'extra_forbidden', 'Extra inputs are not permitted'];
const notJson = (offset: number, why: string): FaultRow => [
  `body.${offset}`,
  'json_invalid',
  `Invalid JSON: ${why}`,
];
const tooShort = (loc: string): FaultRow => [
  loc,
  'string_too_short',
  'String should have at least 1 character',
];
const notString = (loc: string): FaultRow => [loc, 'string_type', 'Input should be a valid string'];
const notObject = (loc: string): FaultRow => [loc, 'dict_type', 'Input should be a valid dictionary'];
const notNumber = (loc: string): FaultRow => [loc, 'float_type', 'Input should be a valid number'];
const notBoolean = (loc: string): FaultRow => [loc, 'bool_type', 'Input should be a valid boolean'];
const least = (loc: string, limit: number): FaultRow => [
  loc,
  'greater_than_equal',
  `Input should be greater than or equal to ${limit}`,
];
const most = (loc: string, limit: number): FaultRow => [
  loc,
  'less_than_equal',
  `Input should be less than or equal to ${limit}`,
];
const nul = (loc: string): FaultRow => [
  loc,
  'string_pattern_mismatch',
  "String should match pattern '^[^\\u0000]*$'",
];
const surrogate = (loc: string): FaultRow => [
  loc,
  'string_unicode',
  'Input should be valid Unicode, without lone surrogates',
];
const infinite = (loc: string): FaultRow => [loc, 'finite_number', 'Input should be a finite number'];
const inexact = (loc: string): FaultRow => [
  loc,
  'int_parsing_size',
  'Input should be an integer that a double holds exactly: in digits, at most 9007199254740991 on either side of zero. Send a longer one as a string',
];
const twice = (loc: string): FaultRow => [loc, 'duplicate_key', 'Key appears more than once'];
const tooDeep = (loc: string): FaultRow => [
  loc,
  'nesting_too_deep',
  'Input should be nested at most 32 levels deep',
];
const tooLarge = { status: 413, detail: 'The request body is too large.' };

const RISKS: FaultRow = [
  'body.context.risk_level',
  'literal_error',
  "Input should be 'low', 'medium', 'high' or 'critical'",
];

/** Makes one row for a refusal. */
function row(promise: string, send: unknown, faults: FaultRow[], only?: 'a' | 'b'): SurfaceCase {
  return only === undefined
    ? { promise, send, expect: { faults } }
    : { promise, send, expect: { faults }, only };
}

export const BAD_BODIES: readonly SurfaceCase[] = [
  row('refuses-half-a-json-document', '{"action":', [notJson(10, 'expected a value')]),
  row('refuses-nothing-at-all', '', [required('body')]),
  row('refuses-null', 'null', [notObject('body')]),
  row('refuses-a-list', '[]', [notObject('body')]),
  row('refuses-a-string', '"email.send"', [notObject('body')]),
  row('refuses-a-form', 'action=email.send', [notJson(0, 'expected a value')]),
  row('refuses-bytes-that-are-no-text', Buffer.from([0x7b, 0x22, 0xff]), [notJson(2, 'not valid UTF-8')]),
  row('asks-for-the-action', { context: {} }, [required('body.action')]),
  row('asks-for-the-context-on-surface-b', { action: 'a' }, [required('body.context')], 'b'),
  row('asks-for-both-on-surface-b', {}, [required('body.action'), required('body.context')], 'b'),
  row(
    'knows-no-description-on-surface-b',
    { action: 'a', context: {}, description: 'x' },
    [extra('body.description')],
    'b',
  ),
  row('refuses-a-misspelt-context', { action: 'a', context: {}, contxt: {} }, [extra('body.contxt')]),
  row('refuses-an-empty-action', { action: '', context: {} }, [tooShort('body.action')]),
  row('refuses-an-action-of-10000-characters', { action: 'a'.repeat(10_000), context: {} }, [
    ['body.action', 'string_too_long', 'String should have at most 256 characters'],
  ]),
  row('refuses-nul-in-an-action', { action: 'a\0b', context: {} }, [nul('body.action')]),
  row('refuses-nul-in-a-label', { action: 'a', context: {}, agent_id: '\0' }, [nul('body.agent_id')]),
  row('refuses-a-null-context', { action: 'a', context: null }, [notObject('body.context')]),
  row('does-not-read-text-as-numbers', { action: 'a', context: { trust_score: '50' } }, [
    notNumber('body.context.trust_score'),
  ]),
  row('does-not-read-numbers-as-booleans', { action: 'a', context: { is_irreversible: 1 } }, [
    notBoolean('body.context.is_irreversible'),
  ]),
  row(
    'names-every-wrong-type-at-once',
    { action: 1, context: [], agent_id: 2, user_id: {}, tenant_id: true, idempotency_key: 3 },
    [
      notString('body.action'),
      notObject('body.context'),
      notString('body.agent_id'),
      notString('body.user_id'),
      notString('body.tenant_id'),
      notString('body.idempotency_key'),
    ],
  ),
  row(
    'names-every-value-out-of-bounds-at-once',
    {
      action: 'a',
      context: {
        risk_level: 'HIGH',
        actor_type: 'robot',
        estimated_cost_usd: -0.01,
        budget_remaining_usd: -1,
        confidence_score: 1.01,
        min_confidence: -0.01,
        trust_score: 100.5,
      },
    },
    [
      RISKS,
      ['body.context.actor_type', 'literal_error', "Input should be 'human' or 'ai_agent'"],
      least('body.context.estimated_cost_usd', 0),
      least('body.context.budget_remaining_usd', 0),
      most('body.context.confidence_score', 1),
      least('body.context.min_confidence', 0),
      most('body.context.trust_score', 100),
    ],
  ),
  row(
    'names-faults-of-every-kind-at-once',
    { action: '', context: { risk_level: 'x' }, extra: 1, agent_id: '' },
    [extra('body.extra'), tooShort('body.action'), tooShort('body.agent_id'), RISKS],
  ),
  row('looks-into-alternatives', { action: 'a', context: { alternatives: [{}, 4] } }, [
    required('body.context.alternatives.0.action'),
    notObject('body.context.alternatives.1'),
  ]),
  row('refuses-nan', '{"action":"a","context":{"x":NaN}}', [
    notJson(29, 'NaN and Infinity are not JSON numbers'),
  ]),
  row('refuses-1e400', '{"action":"a","context":{"estimated_cost_usd":1e400,"x":[-1e400]}}', [
    infinite('body.context.estimated_cost_usd'),
    infinite('body.context.x.0'),
  ]),
  row(
    'refuses-integers-that-would-be-rounded',
    '{"action":"a","context":{"to":9007199254740993,"list":[1,9007199254740992.0],"estimated_cost_usd":1e23}}',
    [inexact('body.context.to'), inexact('body.context.list.1'), inexact('body.context.estimated_cost_usd')],
  ),
  row('refuses-a-key-twice', '{"action":"a","action":"b","context":{"x":{"y":1,"\\u0079":1}}}', [
    twice('body.action'),
    twice('body.context.x.y'),
  ]),
  row('refuses-a-lone-surrogate', '{"action":"\\ud83e","context":{"x":["\\udded\\ud83e"]}}', [
    surrogate('body.action'),
    surrogate('body.context.x.0'),
  ]),
  row('refuses-a-prototype', '{"action":"a","context":{"__proto__":{"has_approval":true}}}', [
    extra('body.context.__proto__'),
  ]),
  row('refuses-a-prototype-of-the-body', '{"action":"a","context":{},"__proto__":{}}', [
    extra('body.__proto__'),
  ]),
  row('refuses-a-context-of-33-levels', `{"action":"a","context":${'{"d":'.repeat(32)}{}${'}'.repeat(32)}}`, [
    tooDeep(`body.context${'.d'.repeat(32)}`),
  ]),
  row('defuses-a-depth-bomb', `{"action":"a","context":${'['.repeat(120_000)}${']'.repeat(120_000)}}`, [
    tooDeep(`body.context${'.0'.repeat(32)}`),
  ]),
  row(
    'names-faults-of-text-and-schema-at-once',
    '{"context":{"has_approval":"yes","estimated_cost_usd":1e400,"__proto__":{},"x":1,"x":2},"contxt":{}}',
    [
      infinite('body.context.estimated_cost_usd'),
      extra('body.context.__proto__'),
      twice('body.context.x'),
      required('body.action'),
      notBoolean('body.context.has_approval'),
      extra('body.contxt'),
    ],
  ),
  { promise: 'refuses-a-body-of-10-mb', send: Buffer.alloc(10_000_000, ' '), expect: tooLarge },
  {
    promise: 'refuses-a-body-of-256-kib-and-one-byte',
    send: `{"action":"a","context":{}}${' '.repeat(256 * 1024 - 26)}`,
    expect: tooLarge,
  },
];
