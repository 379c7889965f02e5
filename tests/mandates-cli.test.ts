/** Mandates from the command line: opened, listed, shown, narrowed and closed, as over the API. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { changesOf } from './support/governance/governance.ts';
import { mandateNow } from './support/governance/mandates.ts';
import { startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';

const ID = /mdt_[0-9a-f]{24}/;

testOnOneDatabase('opens-lists-shows-narrows-and-closes', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const run = (...words: string[]) => assize(location, ['mandates', ...words]);
  const opening = await run('open', '--agent', 'agent-7', '--task', 'Send the minutes to ann@example.com');
  assert.equal(opening.code, 0, opening.stderr);
  assert.match(opening.stdout, /effects +.*send.* \(derived from the task\)/);
  assert.match(opening.stdout, /targets +email ann@example\.com \(derived from the task\)/);
  const [id = ''] = opening.stdout.match(ID) ?? [];

  const words = [
    '--effect',
    'pay',
    '--effect',
    'read',
    '--tool',
    'bank.*',
    '--target',
    'DE89 3704 0044 0532 0130 00',
  ];
  const limits = ['--budget', '12.50', '--max-actions', '2', '--hours', '1.5', '--strict'];
  const stated = await run('open', '--agent', 'agent-8', ...words, ...limits, '--json');
  assert.equal(stated.code, 0, stated.stderr);
  const { effects, tools, targets, budget_usd, max_actions, strict, ...rest } = JSON.parse(stated.stdout);
  assert.deepEqual(
    { effects: effects.sort(), tools, targets, budget_usd, max_actions, strict },
    {
      effects: ['pay', 'read'],
      tools: ['bank.*'],
      targets: [{ kind: 'account', value: 'DE89370400440532013000' }],
      budget_usd: 12.5,
      max_actions: 2,
      strict: true,
    },
  );
  assert.equal(Date.parse(rest.expires_at) - Date.parse(rest.opened_at) <= 5_400_000, true);
  assert.equal(rest.opened_by, 'operator');

  const listed = await run('list', '--agent', 'agent-8', '--json');
  assert.deepEqual(JSON.parse(listed.stdout), [JSON.parse(stated.stdout)]);
  assert.match((await run('list')).stdout, new RegExp(`${id} +agent-7 +open`));
  assert.match((await run('show', rest.mandate_id)).stdout, /actions +0 of 2/);

  const narrowed = await run('narrow', rest.mandate_id, '--max-actions', '1', '--effect', 'read');
  assert.equal(narrowed.code, 0, narrowed.stderr);
  const { version, max_actions: most } = await mandateNow(app, rest.mandate_id);
  assert.deepEqual({ version, most }, { version: 2, most: 1 });
  const wider = await run('narrow', rest.mandate_id, '--budget', '13');
  assert.equal(wider.code, 1);
  assert.match(wider.stderr, /budget_usd/);
  assert.match((await run('narrow', rest.mandate_id)).stderr, /Say what to narrow/);
  assert.match((await run('close', id)).stdout, /status +closed/);
  assert.equal((await mandateNow(app, id)).closed_by, 'operator');
  assert.equal((await changesOf(service, 'mandate.')).length, 4);
});

testOnOneDatabase('says-what-can-not-be-read', async (location, t) => {
  await startTestService(t, location);
  const open = (...words: string[]) => assize(location, ['mandates', 'open', '--agent', 'agent-7', ...words]);
  for (const [words, what] of [
    [[], /effects/],
    [['--effect', 'fly'], /Allowed choices/],
    [['--effect', 'read', '--hours', '721'], /at most 720/],
    [['--effect', 'read', '--budget', '-1'], /amount in USD/],
    [['--effect', 'read', '--max-actions', '0'], /from 1 to 1000000/],
    [['--effect', 'pay', '--target', 'DE89 3704 0044 0532 0130 01'], /targets\.0/],
  ] as const) {
    const { code, stderr } = await open(...words);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(stderr, what);
  }
});
