/** `assize keys create … --agent` makes a key that asks as that agent only. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { evaluate, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';

testOnOneDatabase('the-command-line-makes-keys-of-agents', async (location, t) => {
  const { app } = await startTestService(t, location);
  const run = (...words: string[]) => assize(location, ['keys', ...words]);
  const made = JSON.parse((await run('create', 'bot', '--agent', 'agent-7', '--json')).stdout);
  assert.equal(made.agent_id, 'agent-7');
  assert.ok(!made.scopes.includes('keys:manage'));
  const other = { action: 'a', agent_id: 'agent-8' };
  assert.equal((await evaluate(app, 'a', other, { key: made.key })).status, 403);
  assert.match((await run('list')).stdout, / agent-7 /);
  const listed = JSON.parse((await run('list', '--json')).stdout);
  const agents = listed.map(({ agent_id }: { agent_id: string | null }) => agent_id);
  assert.deepEqual(
    agents.filter((agent: string | null) => agent !== null),
    ['agent-7'],
  );

  const managing = await run('create', 'x', '--agent', 'agent-7', '--scopes', 'keys:manage');
  assert.match(managing.stderr, /can't have keys:manage/);
  assert.match((await run('create', 'x', '--agent', '')).stderr, /1 to 256 characters/);
});
