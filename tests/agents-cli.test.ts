/** The inventory from the command line: registered, listed, shown, changed, suspended, retired, exported. */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { askOk, assertTrue, evaluate, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';

testOnEachDatabase('registers-suspends-and-retires-agents-from-the-command-line', async (location, t) => {
  const { app } = await startTestService(t, location);
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await assize(location, ['agents', ...words]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const refused = async (...words: string[]) => {
    const { code, stderr } = await assize(location, ['agents', ...words]);
    assert.notEqual(code, 0, words.join(' '));
    return stderr;
  };
  await evaluate(app, 'b', { action: 'email.send', context: {}, agent_id: 'agent-8' });
  await run('register', 'agent-7', '--owner-team', 'Support', '--purpose', 'Refunds');
  assert.match(await refused('register', 'AGENT_7'), /agent-7 is registered/);
  assert.match(await refused('register', 'bot', '--owner-member', 'mbr_0'), /id of a member/);
  assert.match(await refused('register', 'bot', '--owner-member', 'm', '--owner-team', 't'), /not both/);
  assert.match(await run('list'), /agent-7 +agent-7 +Support +active[\s\S]*agent-8 .*unregistered +claimed/);
  const unregistered = JSON.parse(await run('list', '--status', 'unregistered', '--json'));
  assert.deepEqual(
    unregistered.map(({ agent_id }: { agent_id: string }) => agent_id),
    ['agent-8'],
  );
  assert.match(await run('show', 'agent-8'), /7 days: 1 proceed, 0 escalate, 0 block\n +email\.send 1/);
  assert.match(await refused('show', 'agent-6'), /no such agent/);
  const changed = JSON.parse(await run('change', 'Agent_7', '--name', 'Refunds', '--json'));
  assert.deepEqual([changed.name, changed.owner.id, changed.purpose], ['Refunds', 'Support', 'Refunds']);
  assert.match(await refused('suspend', 'agent-7'), /--reason/);
  assert.match(await run('suspend', 'agent-7', '--reason', 'It sent mails'), /suspended: It sent mails/);
  assert.match(await run('resume', 'agent-7'), /agent-7 +active\n/);
  await run('retire', 'agent-7', '--reason', 'Replaced');
  assert.match(await refused('resume', 'agent-7'), /retired/);
  const rows = parse(await run('export'), { columns: true }) as Record<string, string>[];
  const { items } = await askOk(app, 'a', '/api/v1/agents/export');
  assert.deepEqual(
    rows.map(({ agent_id, status }) => [agent_id, status]),
    items.map(({ agent_id, status }: Record<string, string>) => [agent_id, status]),
  );
  assert.deepEqual(JSON.parse(await run('export', '--json')), items);
  await assertTrue(app);
});
