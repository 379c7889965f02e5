import assert from 'node:assert/strict';
import test from 'node:test';
import { Assize, type AssizeOptions } from '@assize/client';
import { PROCEED, type ScriptedAnswer, scriptedService } from '../../tests/support/http/clients.ts';
import { SANDBOX_KEY } from '../../tests/support/http/in-process.ts';
import { readResult } from './results.ts';

const MAX_BYTES = 256_000;
const CREATED = { status: 201, body: {} };
const CIRCLE: Record<string, unknown> = { id: 'SO-31' };
CIRCLE.self = CIRCLE;

/** [promise, result, the copy, incomplete] */
const READ: [string, unknown, unknown, boolean][] = [
  ['plain JSON', { a: [1, 'x', null, true], b: {} }, { a: [1, 'x', null, true], b: {} }, false],
  ['nothing', undefined, null, false],
  [
    'a date and an address',
    [new Date(0), new URL('https://a.example/b')],
    ['1970-01-01T00:00:00.000Z', 'https://a.example/b'],
    false,
  ],
  ['large integers', { a: 2n ** 70n, b: 2 ** 60 }, { a: String(2n ** 70n), b: '1152921504606847000' }, false],
  ['no number', [Number.NaN, Number.POSITIVE_INFINITY], [null, null], false],
  ['a map and a set', new Map<string, unknown>([['to', new Set(['ann'])]]), { to: ['ann'] }, false],
  ['a map with other keys', new Map([[1, 'ann']]), [[1, 'ann']], false],
  ['a circle', CIRCLE, { id: 'SO-31' }, true],
  ['bytes', { name: 'a.pdf', bytes: Buffer.from('x') }, { name: 'a.pdf' }, true],
  ['only bytes', new Uint8Array(9), null, true],
  ['a response', new Response('secret'), null, true],
  ['a stream', { body: new ReadableStream() }, {}, true],
  ['a function', () => 1, null, true],
  ['members that JSON leaves out', { a: undefined, b: () => 1, c: Symbol('c'), d: 1 }, { d: 1 }, false],
  ['a prototype', JSON.parse('{"__proto__": {"a": 1}, "b": 2}'), { b: 2 }, true],
  ['half a character and NUL', 'a\u0000b\ud800', 'ab\ufffd', false],
  [
    'a getter that throws',
    {
      get to() {
        throw new Error('no');
      },
    },
    null,
    true,
  ],
];

test('copies-what-json-shows-of-a-result', () => {
  for (const [promise, given, result, incomplete] of READ) {
    const read = readResult(given);
    assert.equal(JSON.stringify(read.result), JSON.stringify(result), promise);
    assert.equal(read.incomplete, incomplete, promise);
  }
});

test('cuts-a-result-to-its-limit-short-members-first', () => {
  const long = `${'ä😀"\n'.repeat(100_000)}`;
  const huge: [string, unknown][] = [
    ['a text', long],
    ['a body before its ids', { body: long, id: 'SO-31', from: 'ann@acme.example' }],
    ['many elements', Array.from({ length: 300_000 }, (_, at) => ({ id: at }))],
    ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key-${at}`, 'x']))],
    ['endless holes', new Array(2 ** 31)],
  ];
  for (const [promise, given] of huge) {
    const { result, incomplete } = readResult(given);
    const bytes = Buffer.byteLength(JSON.stringify(result));
    assert.ok(bytes <= MAX_BYTES && bytes > MAX_BYTES / 3, `${promise}: ${bytes}`);
    assert.equal(incomplete, true, promise);
    assert.ok(!JSON.stringify(result).includes('\\ud8'), promise);
  }
  const { result } = readResult(huge[1]?.[1]);
  assert.equal((result as { from: string }).from, 'ann@acme.example');
});

test('a-result-that-is-nested-deep-is-read-to-its-limit', () => {
  let deep: unknown = 'end';
  for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };
  const { result, incomplete } = readResult(deep);
  assert.equal(incomplete, true);
  assert.equal(JSON.stringify(result).split('deep').length - 1, 59);
});

async function reported(
  t: test.TestContext,
  options: AssizeOptions,
  call: object,
  ...answers: ScriptedAnswer[]
) {
  const { url, requests } = await scriptedService(t, PROCEED, ...answers, CREATED);
  const assize = new Assize({ url, key: SANDBOX_KEY, maxRetries: 0, ...options });
  await assize.run({ name: 'mail.read', arguments: {}, ...call }, () => ({ from: 'ann@acme.example' }));
  const [asked, ...reports] = requests.map(({ body }) => JSON.parse(body));
  return { asked, reports };
}

test('reports-the-result-with-the-outcome', async (t) => {
  const { asked, reports } = await reported(t, {}, {});
  assert.deepEqual(reports[0].result, { from: 'ann@acme.example' });
  assert.equal('result_incomplete' in reports[0], false);
  assert.match(asked.context.session_id, /^[0-9a-f-]{36}$/);
});

test('keeps-the-result-where-it-is-told-to', async (t) => {
  for (const [options, call] of [
    [{ reportResults: false }, {}],
    [{}, { reportResults: false }],
  ] as const) {
    const { reports } = await reported(t, options, call);
    assert.deepEqual([reports.length, 'result' in reports[0]], [1, false]);
  }
});

test('a-named-session-or-mandate-replaces-the-own-session', async (t) => {
  const named: [AssizeOptions, object, object][] = [
    [{ sessionId: 's1' }, {}, { session_id: 's1' }],
    [{ mandateId: 'mdt_1' }, {}, { mandate_id: 'mdt_1' }],
    [{}, { sessionId: 's2' }, { session_id: 's2' }],
    [{}, { context: { session_id: 's3' } }, { session_id: 's3' }],
  ];
  for (const [options, call, context] of named) {
    const { asked } = await reported(t, options, call);
    const { session_id, mandate_id } = asked.context;
    assert.deepEqual(
      { session_id, mandate_id },
      { session_id: undefined, mandate_id: undefined, ...context },
    );
  }
});

test('the-outcome-stands-where-the-result-is-refused', async (t) => {
  for (const status of [413, 422]) {
    const { reports } = await reported(t, {}, {}, { status, body: { detail: 'no' } });
    assert.deepEqual(
      reports.map((report) => 'result' in report),
      [true, false],
    );
  }
});

test('a-later-question-waits-for-the-results-of-its-session', async () => {
  const asked: string[] = [];
  let finish: () => void = assert.fail;
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(String(url).split('/').at(-1) ?? '');
    if (String(url).endsWith('/outcomes')) await new Promise<void>((resolve) => (finish = resolve));
    return Response.json(PROCEED.body);
  };
  const assize = new Assize({ key: SANDBOX_KEY, fetch });
  const call = { name: 'mail.read', arguments: {} };
  const judgement = await assize.judge(call);
  const reporting = judgement.report({ outcome: 'success', result: 'x' });
  // Another session does not wait.
  await assize.judge({ ...call, sessionId: 'other' });
  const waiting = assize.judge(call);
  assert.deepEqual(asked, ['evaluate', 'outcomes', 'evaluate']);
  finish();
  await Promise.all([waiting, reporting]);
  assert.equal(asked.length, 4);
  // It does not wait for long.
  const lost = judgement.report({ outcome: 'success', result: 'x' });
  const began = performance.now();
  await assize.judge(call);
  assert.ok(performance.now() - began >= 490);
  finish();
  await lost;
});
