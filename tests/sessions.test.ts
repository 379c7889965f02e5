/** Results of calls are reported on both surfaces, and each session knows the values that they brought in. */
import assert from 'node:assert/strict';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { opened } from './support/governance/mandates.ts';
import { AGENT, called, read, readersIn, reported, SESSIONS } from './support/governance/sessions.ts';
import { askOk, type Surface } from './support/http/in-process.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const ANN = 'email ann@example.com';
const EVE = 'email eve@example.net';

/** The session as evaluations see it. */
async function seen({ service, chain }: TestTenant, sessionId: string, agentId = AGENT) {
  const session = await service.agentSessions.of(chain, agentId, sessionId);
  assert.ok(session !== null, 'there is no such session');
  return session;
}

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(`reports-lists-shows-and-ends-by-surface-${surface}`, async (tenant) => {
    const { app } = tenant;
    await readersIn(app);
    const evaluation_id = await called(app, 's/1');
    const result = { customers: [{ email: 'Ann@Example.com', iban: 'DE89 3704 0044 0532 0130 00' }] };
    const { status, body } = await reported(
      app,
      's/1',
      { evaluation_id, tool: 'crm.find', result },
      { surface },
    );
    assert.equal(status, 201, JSON.stringify(body));
    const { session_key, evidence_id, expires_at, values, ...rest } = body;
    assert.deepEqual(rest, { session_id: 's/1', evaluation_id, number: 1, incomplete: false });
    assert.match(session_key, /^ses_[0-9a-f]{24}$/);
    assert.ok(values >= 2, `found ${values} values`);
    const mail = await read(
      app,
      's/1',
      { from: 'boss', body: 'Pay eve@example.net' },
      { action: 'mail.read' },
    );
    assert.deepEqual([mail.number, mail.session_key, mail.expires_at], [2, session_key, expires_at]);

    await requireKnown(tenant, evaluation_id, session_key);
    await requireListed(tenant, surface, { evidence_id, session_key, expires_at, values });
    await requireEnded(tenant, surface, session_key);
  });
}

async function requireKnown(tenant: TestTenant, evaluation_id: string, session_key: string): Promise<void> {
  const now = await seen(tenant, 's/1');
  const first = { number: 1, tool: 'crm.find', evidenceId: evaluation_id };
  assert.partialDeepStrictEqual(now.find(ANN), {
    own: first,
    content: null,
    made: null,
    undeclared: false,
  });
  assert.equal(now.find(EVE)?.content?.number, 2);
  assert.equal(now.find('name boss')?.own?.number, 2);
  assert.equal(now.find('email other@example.com'), null);
  assert.deepEqual(
    [now.key, now.results, now.incomplete, now.confidentiality, now.hasContent, now.hasUndeclared],
    [session_key, 2, false, 'confidential', true, false],
  );
}

interface Recorded {
  evidence_id: string;
  session_key: string;
  expires_at: string;
  values: number;
}

async function requireListed(
  { app }: TestTenant,
  surface: Surface,
  { evidence_id, session_key, expires_at, values }: Recorded,
): Promise<void> {
  const listed = await askOk(app, surface, `${SESSIONS[surface]}?agent_id=${AGENT}&limit=1`);
  const shown = {
    session_id: 's/1',
    session_key,
    agent_id: AGENT,
    status: 'open',
    opened_at: listed.items[0].opened_at,
    expires_at,
    ended_at: null,
    results: 2,
    incomplete: false,
    confidentiality: 'confidential',
    has_content: true,
  };
  assert.deepEqual(listed, { items: [shown], next_cursor: null });
  const one = await askOk(app, surface, `${SESSIONS[surface]}/s%2F1?agent_id=${AGENT}`);
  const { calls, calls_cut, mandate_id, ...session } = one;
  assert.deepEqual([session, calls_cut, mandate_id], [shown, false, null]);
  const line = calls.map((call: { action: string; result: { number: number } }) => [
    call.action,
    call.result.number,
  ]);
  assert.deepEqual(line, [
    ['crm.find', 1],
    ['mail.read', 2],
  ]);
  const { at, ...told } = calls[0].result;
  assert.ok(Date.parse(at) > 0);
  assert.deepEqual(told, {
    number: 1,
    evidence_id,
    tool: 'crm.find',
    source: 'own',
    confidentiality: 'confidential',
    values,
    incomplete: false,
  });
}

async function requireEnded(tenant: TestTenant, surface: Surface, session_key: string): Promise<void> {
  const { app, service, key } = tenant;
  await requireTrue(service, key);
  const end = { body: { agent_id: AGENT } };
  const ended = await askOk(app, surface, `${SESSIONS[surface]}/s%2F1/end`, end);
  assert.deepEqual([ended.status, ended.results], ['ended', 2]);
  assert.deepEqual(await askOk(app, surface, `${SESSIONS[surface]}/s%2F1/end`, end), ended);
  assert.equal(await service.agentSessions.of(tenant.chain, AGENT, 's/1'), null);
  const packed = await service.db
    .selectFrom('session_results')
    .select('packed')
    .where('session_key', '=', session_key)
    .execute();
  assert.deepEqual(
    packed.map((row) => row.packed.length),
    [0, 0],
  );
  const late = await reported(
    app,
    's/1',
    { evaluation_id: await called(app, 's/1'), result: 1 },
    { surface },
  );
  assert.deepEqual([late.status, JSON.stringify(late.body).includes('has ended')], [409, true]);
  await requireTrue(service, key);
  const actions = (await changesOf(service, 'session.', key)).map(({ action }) => action);
  assert.deepEqual(actions, ['session.read', 'session.read', 'session.end']);
}

testAsTenantOnEachDatabase('keeps-no-text-and-no-value', async ({ app, service, key, chain }) => {
  await readersIn(app);
  const { evidence_id } = await read(app, 's-1', { note: 'the zebra of zoe@example.com', id: 'ZQ-77123' });
  const [recorded] = await changesOf(service, 'session.read', key);
  assert.equal(recorded?.id, evidence_id);
  assert.deepEqual(Object.keys(recorded?.change ?? {}).sort(), [
    'agent_id',
    'confidentiality',
    'evaluation_id',
    'expires_at',
    'incomplete',
    'number',
    'session_id',
    'session_key',
    'source',
    'tool',
    'values',
    'values_hash',
  ]);
  const rows = await service.db
    .selectFrom('session_results')
    .selectAll()
    .where('chain', '=', chain)
    .execute();
  const kept = JSON.stringify([
    recorded,
    rows.map(({ packed, ...row }) => [row, Buffer.from(packed).toString('latin1')]),
  ]);
  assert.doesNotMatch(kept, /zebra|zoe|ZQ-77123|zq-77123/);
});

testAsTenant('takes-the-mandate-as-the-session-where-none-is-named', async (tenant) => {
  const { app } = tenant;
  await readersIn(app);
  const { mandate_id } = await opened(app, { agent_id: AGENT, effects: ['read'] });
  const evaluation_id = await called(app, undefined, { context: { mandate_id } });
  const { status, body } = await reported(app, mandate_id, {
    evaluation_id,
    result: { email: 'ann@example.com' },
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await seen(tenant, mandate_id)).find(ANN)?.own?.number, 1);
  const shown = await askOk(app, 'b', `${SESSIONS.b}/${mandate_id}?agent_id=${AGENT}`);
  assert.equal(shown.mandate_id, mandate_id);
});

testAsTenant('meets-the-names-of-agents-and-keeps-their-sessions-apart', async (tenant) => {
  const { app } = tenant;
  await readersIn(app);
  const first = await read(app, 's-1', { email: 'ann@example.com' });
  const same = await read(app, 's-1', 'x', { agent_id: 'Agent 7' });
  assert.deepEqual([same.session_key, same.number], [first.session_key, 2]);
  const other = await read(app, 's-1', 'x', { agent_id: 'other' });
  assert.notEqual(other.session_key, first.session_key);
  assert.equal((await seen(tenant, 's-1', 'other')).find(ANN), null);
});

testAsTenant('tells-what-a-call-made-from-what-it-was-given-or-had-read', async (tenant) => {
  const { app } = tenant;
  await readersIn(app);
  await read(app, 's-1', { id: 'file-1001' });
  const made = { id: 'file-2002', parent: 'folder-31', copy_of: 'file-1001' };
  const context = { arguments: { folder: 'folder-31' } };
  await read(app, 's-1', made, { action: 'files.create', context });
  const now = await seen(tenant, 's-1');
  assert.equal(now.find('name file-2002')?.made?.number, 2);
  assert.deepEqual([now.find('name folder-31')?.made, now.find('name file-1001')?.made], [null, null]);
  assert.equal(now.find('name file-1001')?.own?.number, 1);
});

testAsTenant('remembers-both-sources-of-a-value-and-says-nothing-of-undeclared-ones', async (tenant) => {
  const { app } = tenant;
  await readersIn(app);
  await read(app, 's-1', { body: 'write to ann@example.com' }, { action: 'mail.read' });
  await read(app, 's-1', { email: 'ann@example.com' });
  await read(app, 's-1', 'eve@example.net', { action: 'misc.look' });
  await read(app, 's-1', 'zoe@example.net', { action: 'tool.unheard' });
  const now = await seen(tenant, 's-1');
  assert.deepEqual([now.find(ANN)?.content?.number, now.find(ANN)?.own?.number], [1, 2]);
  for (const name of [EVE, 'email zoe@example.net'])
    assert.deepEqual(now.find(name), { own: null, content: null, made: null, undeclared: true });
  assert.equal(now.hasUndeclared, true);
});
