/** The answer to a faulty search names the fault in the contract's words. */
import assert from 'node:assert/strict';
import { type Answer, ask } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const DATETIME = 'datetime_from_date_parsing';
const BAD_TIMES = [
  'yesterday',
  '2026-02-30',
  '2026-01-31T09:30:00',
  '2026-13-01T00:00:00Z',
  '1769851800',
  '',
];

testAsTenant('search-names-the-fault-in-its-query', async ({ app }) => {
  const bad: [body: object, loc: string, type: string][] = [
    ...BAD_TIMES.flatMap((time): [object, string, string][] => [
      [{ from_date: time }, 'body.from_date', DATETIME],
      [{ to_date: time }, 'body.to_date', DATETIME],
    ]),
    [{ from_date: '2026-02-01', to_date: '2026-01-31T23:59:59.999Z' }, 'body.to_date', 'value_error'],
    [{ limit: 0 }, 'body.limit', 'greater_than_equal'],
    [{ limit: -1 }, 'body.limit', 'greater_than_equal'],
    [{ limit: 101 }, 'body.limit', 'less_than_equal'],
    [{ limit: 1e9 }, 'body.limit', 'less_than_equal'],
    [{ limit: '10' }, 'body.limit', 'int_type'],
    [{ limit: 1.5 }, 'body.limit', 'int_from_float'],
    [{ offset: -1 }, 'body.offset', 'greater_than_equal'],
    [{ offset: 1e22 }, 'body.offset', 'less_than_equal'],
    [{ artifact_type: 'gossip' }, 'body.artifact_type', 'literal_error'],
    [{ verdict: 'PROCEED' }, 'body.verdict', 'literal_error'],
    [{ verdict: null }, 'body.verdict', 'literal_error'],
    [{ action: '' }, 'body.action', 'string_too_short'],
    [{ action: 'a\u0000' }, 'body.action', 'string_pattern_mismatch'],
    [{ actions: 'a' }, 'body.actions', 'extra_forbidden'],
  ];
  for (const [asked, loc, type] of bad) {
    const { status, body } = await ask(app, 'a', '/api/v1/evidence/search', { body: asked });
    const faults = body.detail.map((fault: Answer['body']) => ({
      loc: fault.loc.join('.'),
      type: fault.type,
    }));
    assert.deepEqual({ status, faults }, { status: 422, faults: [{ loc, type }] }, JSON.stringify(asked));
  }
});

testAsTenant('list-names-the-fault-in-its-query', async ({ app }) => {
  const bad: [query: Record<string, string>, loc: string, type: string][] = [
    ...BAD_TIMES.flatMap((time): [Record<string, string>, string, string][] => [
      [{ from: time }, 'query.from', DATETIME],
      [{ to: time }, 'query.to', DATETIME],
    ]),
    [{ from: '2026-02-01', to: '2026-01-31' }, 'query.to', 'value_error'],
    [{ limit: '0' }, 'query.limit', 'greater_than_equal'],
    [{ limit: '-1' }, 'query.limit', 'greater_than_equal'],
    [{ limit: '1001' }, 'query.limit', 'less_than_equal'],
    [{ limit: '1000000000' }, 'query.limit', 'less_than_equal'],
    [{ limit: '1e2' }, 'query.limit', 'int_parsing'],
    [{ verdict: 'maybe' }, 'query.verdict', 'literal_error'],
    [{ action: 'a\u0000' }, 'query.action', 'string_pattern_mismatch'],
    [{ types: 'a' }, 'query.types', 'extra_forbidden'],
  ];
  for (const [asked, loc, type] of bad) {
    const { status, body } = await ask(app, 'b', `/v1/evidence?${new URLSearchParams(asked)}`);
    const faults = body.detail.map((fault: Answer['body']) => ({
      loc: fault.loc.join('.'),
      type: fault.type,
    }));
    assert.deepEqual({ status, faults }, { status: 400, faults: [{ loc, type }] }, JSON.stringify(asked));
  }
});
