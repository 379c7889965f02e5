/** Options that a form sends for each kind of sink. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sink } from '../../client/api.ts';
import { draftOf, optionsFrom, receiverOf } from './kinds.ts';

const SINK: Sink = {
  id: 'snk_1',
  kind: 'syslog',
  name: 'SIEM',
  options: { host: 'a.example', port: 601, tls: false, format: 'cef', detail: 'summary', facility: 4 },
  status: 'sending',
  last_error: null,
  failing_since: null,
  last_sent_at: null,
  paused_at: null,
  position: 0,
  behind: 0,
  events_behind: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'x',
  evidence_id: 'ev_1',
};
const LIMITS = { max_waiting: 1_000_000, max_hours: 168 };

test('keeps-what-a-sink-has-where-nothing-is-changed', () => {
  assert.deepEqual(optionsFrom(draftOf(SINK)), { ...SINK.options, ...LIMITS, authorities: '' });
});

test('sends-no-option-of-another-kind', () => {
  const draft = draftOf(SINK);
  assert.deepEqual(optionsFrom({ ...draft, kind: 'file' }), {
    ...{ rotate_mb: 100, keep_files: 10, format: 'ocsf', detail: 'summary' },
    ...LIMITS,
  });
});

test('leaves-it-to-the-service-to-refuse-what-is-not-a-number', () => {
  const texts = { ...draftOf(SINK).texts, port: ' 6x ', facility: '' };
  const { port, facility } = optionsFrom({ ...draftOf(SINK), texts });
  assert.deepEqual([port, facility], ['6x', undefined]);
});

test('names-a-receiver-without-its-secrets', () => {
  assert.equal(receiverOf(SINK), 'a.example:601, without TLS');
  assert.equal(receiverOf({ ...SINK, kind: 'http', options: {} }), 'an address that is kept secret');
  assert.equal(receiverOf({ ...SINK, kind: 'file', options: {} }), 'snk_1.jsonl');
});
