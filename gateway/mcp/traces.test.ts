import assert from 'node:assert/strict';
import test from 'node:test';
import { configurationFor, lineClient, wrappedServer } from '../../tests/support/gateway/world.ts';
import { PROCEED, scriptedService } from '../../tests/support/http/clients.ts';

const TRACE = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, tracestate: 'vendor=1' };

test('asks-in-the-trace-of-the-call-and-hands-it-on-to-the-server', async (t) => {
  const service = await scriptedService(t, PROCEED);
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  await client.call('note', {}, TRACE);
  const asked = service.requests.find(({ url }) => url.endsWith('/evaluate'));
  assert.equal(asked?.headers.traceparent, TRACE.traceparent);
  assert.equal(asked?.headers.tracestate, TRACE.tracestate);
  assert.deepEqual(desk.called()[0].params._meta, TRACE);
});

test('judges-a-call-whose-trace-is-none', async (t) => {
  const service = await scriptedService(t, PROCEED);
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  for (const traceparent of ['', 'x\r\nX-API-Key: other', 7, `00-${'ab'.repeat(16)}`]) {
    assert.equal((await client.call('note', {}, { traceparent })).result.content[0].text, 'note done');
  }
  for (const { headers } of service.requests) assert.equal(headers.traceparent, undefined);
});
