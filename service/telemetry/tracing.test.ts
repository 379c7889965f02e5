/**
 * The operator's settings and the caller's headers decide which requests are recorded and which context is
 * passed on.
 */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import { emptyResource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { Failure } from '../foundation/failure.ts';
import { IdSource } from '../foundation/ids.ts';
import type { SamplerSettings } from './settings.ts';
import type { Place } from './traced.ts';
import { Tracing } from './tracing.ts';

const TRACE = 'ab'.repeat(16);
const PARENT = 'cd'.repeat(8);
const SAMPLED = { traceparent: `00-${TRACE}-${PARENT}-01` };
const NOT_SAMPLED = { traceparent: `00-${TRACE}-${PARENT}-00` };

function tracingWith(sampler: SamplerSettings) {
  const spans: ReadableSpan[] = [];
  const ids = new IdSource((target) => void randomFillSync(target));
  const tracing = new Tracing({ ids, resource: emptyResource(), sampler, ended: (span) => spans.push(span) });
  return { tracing, spans };
}

/** The place in which the work of such a request runs. */
function placeOf(tracing: Tracing, headers: Record<string, string>): Place | undefined {
  let place: Place | undefined;
  tracing.request('GET', headers)?.run(() => {
    place = tracing.present();
  });
  return place;
}

const RATIOS = [
  { of: 'ratio 0', sampler: { ratio: 0, callerDecides: false }, sampled: false, not: false, alone: false },
  { of: 'ratio 1', sampler: { ratio: 1, callerDecides: false }, sampled: true, not: true, alone: true },
  {
    of: 'ratio 0 or caller',
    sampler: { ratio: 0, callerDecides: true },
    sampled: true,
    not: false,
    alone: false,
  },
  {
    of: 'ratio 1 or caller',
    sampler: { ratio: 1, callerDecides: true },
    sampled: true,
    not: false,
    alone: true,
  },
];

for (const { of, sampler, sampled, not, alone } of RATIOS) {
  test(`records-what-the-sampler-says: ${of}`, () => {
    const { tracing } = tracingWith(sampler);
    const isRecorded = (headers: Record<string, string>) =>
      tracing.request('GET', headers)?.ids !== undefined;
    assert.deepEqual([isRecorded(SAMPLED), isRecorded(NOT_SAMPLED), isRecorded({})], [sampled, not, alone]);
  });
}

test('a-ratio-is-drawn-and-not-read-from-a-trace-id-that-a-caller-chose', () => {
  const { tracing } = tracingWith({ ratio: 0.5, callerDecides: false });
  let recorded = 0;
  for (let count = 0; count < 2000; count += 1) {
    if (tracing.request('GET', SAMPLED)?.ids !== undefined) recorded += 1;
  }
  assert.ok(recorded > 700 && recorded < 1300, `${recorded} of 2000`);
});

const MALFORMED = [
  '',
  'x',
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
];

test('begins-a-trace-of-its-own-where-a-traceparent-is-malformed', () => {
  const { tracing } = tracingWith({ ratio: 1, callerDecides: true });
  for (const traceparent of MALFORMED) {
    const ids = tracing.request('GET', { traceparent })?.ids;
    assert.ok(ids !== undefined && ids.trace_id !== TRACE, traceparent);
  }
});

test('hands-on-a-valid-tracestate-and-no-other', () => {
  const { tracing } = tracingWith({ ratio: 1, callerDecides: true });
  const stateOf = (tracestate: string) => placeOf(tracing, { ...SAMPLED, tracestate })?.context.split(' ')[1];
  assert.equal(stateOf('one=1, two=2'), 'one=1,two=2');
  for (const bad of ['', 'no pair', 'x='.repeat(400), 'A=1', 'a=b\tc'])
    assert.equal(stateOf(bad), undefined, bad);
});

test('hands-on-that-it-does-not-record-a-caller-and-sends-in-that-trace', () => {
  const { tracing, spans } = tracingWith({ ratio: 0, callerDecides: false });
  const place = placeOf(tracing, SAMPLED);
  assert.equal(place?.context, NOT_SAMPLED.traceparent);
  assert.deepEqual(tracing.sent('POST', place?.context ?? ''), { headers: NOT_SAMPLED, span: undefined });
  tracing.request('GET', SAMPLED)?.run(() => tracing.within('work', (span) => assert.equal(span, undefined)));
  assert.deepEqual(spans, []);
});

test('what-is-begun-later-belongs-to-the-span-in-which-it-was-begun', async () => {
  const { tracing, spans } = tracingWith({ ratio: 1, callerDecides: true });
  const request = tracing.request('QUIT', SAMPLED);
  const done = Promise.withResolvers<void>();
  request?.run(() => {
    const outer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      tracing.within('inner', () => undefined);
    };
    tracing.within('outer', outer).then(done.resolve, done.reject);
  });
  await done.promise;
  request?.end({ 'http.route': '/here' });
  const [inner, outer, whole] = spans;
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['inner', 'outer', '_OTHER /here'],
  );
  assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId);
  assert.equal(outer?.parentSpanContext?.spanId, whole?.spanContext().spanId);
  assert.equal(whole?.parentSpanContext?.spanId, PARENT);
  assert.equal(tracing.present(), undefined);
});

test('says-the-kind-of-an-error-and-never-its-message', async () => {
  const { tracing, spans } = tracingWith({ ratio: 1, callerDecides: true });
  const failing = (error: Error) => () => Promise.reject(error);
  const fail = (error: Error) => assert.rejects(tracing.within('work', failing(error), 'alone'), error);
  await fail(new TypeError('secret text'));
  await fail(Failure.unavailable(1, new Error('secret text')));
  await fail(new Failure('not_found', 'secret text'));
  assert.throws(() => tracing.within('work', () => assert.fail('secret text'), 'alone'));
  assert.deepEqual(
    spans.map(({ attributes, status }) => [attributes, status]),
    [
      [{ 'error.type': 'TypeError' }, { code: 2 }],
      [{ 'error.type': 'unavailable' }, { code: 2 }],
      [{ 'assize.refused': 'not_found' }, { code: 0 }],
      [{ 'error.type': 'AssertionError' }, { code: 2 }],
    ],
  );
});
