/** Results of every size and form are refused clearly or read within limits, and hold up no other request. */
import assert from 'node:assert/strict';
import { called, read, readersIn, reported } from './support/governance/sessions.ts';
import { type Answer, evaluate } from './support/http/in-process.ts';
import { type TestTenant, testAsTenant } from './support/people/tenants.ts';

const AGENT = 'agent-7';
const MANY = 20_000;

async function reporting({ app }: TestTenant, result: string | Buffer): Promise<Answer> {
  const evaluation_id = await called(app, 's-1');
  const body = Buffer.concat([
    Buffer.from(`{"evaluation_id":"${evaluation_id}","result":`),
    Buffer.from(result),
    Buffer.from('}'),
  ]);
  return reported(app, 's-1', body);
}

testAsTenant('refuses-what-is-too-large-and-says-so', async (tenant) => {
  await readersIn(tenant.app);
  for (const megabytes of [1, 60]) {
    const { status, body } = await reporting(tenant, JSON.stringify('x'.repeat(megabytes << 20)));
    assert.equal(status, 413, JSON.stringify(body));
    assert.match(JSON.stringify(body), /large/i);
  }
  const { status } = await reporting(tenant, JSON.stringify('ann@example.com '.repeat(16_000)));
  assert.equal(status, 201);
});

testAsTenant('refuses-what-is-not-json-or-nests-too-deep', async (tenant) => {
  await readersIn(tenant.app);
  const binary = await reporting(tenant, Buffer.from([0xff, 0x00, 0xfe, 0x80]));
  assert.equal(binary.status, 400, JSON.stringify(binary.body));
  const deep = await reporting(tenant, `${'['.repeat(10_000)}${']'.repeat(10_000)}`);
  assert.equal(deep.status, 400, JSON.stringify(deep.body));
  // The text of a tool is read as a text, however deep it nests.
  const asText = await reporting(tenant, JSON.stringify(`${'['.repeat(10_000)}${']'.repeat(10_000)}`));
  assert.equal(asText.status, 201, JSON.stringify(asText.body));
});

testAsTenant('reads-as-many-values-as-it-may-and-says-that-there-are-more', async (tenant) => {
  const { app, service, chain } = tenant;
  await readersIn(app);
  const addresses = Array.from({ length: MANY }, (_, place) => `u${place}@example.com`);
  const { status, body } = await reporting(tenant, JSON.stringify(addresses.join(' ')));
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.incomplete, true);
  assert.ok(body.values > 1000 && body.values <= 4000, `${body.values} values`);
  const session = await service.agentSessions.of(chain, AGENT, 's-1');
  assert.deepEqual([session?.incomplete, session?.find('email u0@example.com')?.undeclared], [true, true]);
  // An earlier result may have had any value, so nothing counts as made here.
  await read(app, 's-1', { id: 'file-2002' }, { action: 'files.create' });
  const later = await service.agentSessions.of(chain, AGENT, 's-1');
  assert.equal(later?.find('name file-2002')?.made, null);
});

testAsTenant('takes-any-json-as-a-result', async ({ app }) => {
  await readersIn(app);
  for (const result of [
    null,
    true,
    0,
    -1.5,
    '',
    [],
    {},
    [[[]]],
    { '': { '\u0000': '\u202e' } },
    'é'.repeat(99),
  ]) {
    const { incomplete } = await read(app, 's-1', result);
    assert.equal(incomplete, false, JSON.stringify(result));
  }
});

testAsTenant('evaluates-while-many-results-wait', async (tenant) => {
  const { app } = tenant;
  await readersIn(app);
  const large = JSON.stringify(
    Array.from({ length: 15_000 }, (_, place) => `u${place}@example.com`).join(' '),
  );
  const ids = await Promise.all(Array.from({ length: 40 }, () => called(app, 's-1')));
  const sent = ids.map((evaluation_id) =>
    reported(app, 's-1', `{"evaluation_id":"${evaluation_id}","result":${large}}`),
  );
  const { status } = await evaluate(app, 'b', { action: 'crm.find', agent_id: 'other', context: {} });
  assert.equal(status, 200);
  const statuses = new Set((await Promise.all(sent)).map((answer) => answer.status));
  assert.ok(statuses.has(201));
  for (const each of statuses) assert.ok(each === 201 || each === 503, String(each));
});
