/** An operator sets the planner on the machine itself; its key comes from a file or standard input. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { startModel } from './support/planner/model.ts';
import { ALLOWING, KEY } from './support/planner/planner.ts';
import { assize } from './support/processes/command.ts';

testOnOneDatabase('sets-shows-tests-and-removes-the-planner', async (location, t) => {
  const model = await startModel(t);
  const run = (words: string) => assize(location, words.split(' '), ALLOWING);
  const file = path.join(newFolder(t), 'planner.key');
  const set = `planner set --api openai --url ${model.url('right')} --model model-1`;
  await run('tenants create acme');
  const none = await run('planner show --tenant acme');
  assert.deepEqual([none.code, none.stderr], [1, 'No planner is set.\n']);
  const keyless = await run(`${set} --tenant acme`);
  assert.equal(keyless.code, 1);
  assert.match(keyless.stderr, /A new planner needs a key/);
  writeFileSync(file, 'two words\n');
  assert.match((await run(`${set} --tenant acme --key-file ${file}`)).stderr, /^The key must have/);
  writeFileSync(file, `${KEY}\n`);
  const shown = await run(`${set} --tenant acme --key-file ${file} --timeout-ms 4000`);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(
    shown.stdout,
    /^model-1 at http:\S+ \(openai\)\nwithin 4000 ms, at most 4096 tokens\nset \S+ by operator\n$/,
  );
  const works = await run('planner test --tenant acme');
  assert.match(works.stdout, /^It works: \d+ ms, 321 tokens in, 54 out\.\n$/);
  assert.equal(model.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
  await run(`${set.replace('/right/', '/prose/')} --tenant acme`);
  const fails = await run('planner test --tenant acme');
  assert.deepEqual([fails.code, fails.stdout], [1, 'It does not work. Its answer is not a plan.\n']);
  const asJson = await run('planner show --tenant acme --json');
  assert.deepEqual([JSON.parse(asJson.stdout).model, asJson.stdout.includes(KEY)], ['model-1', false]);
  const removed = await run('planner remove --tenant acme');
  assert.equal(removed.stdout, 'The planner model-1 and its key are removed.\n');
  assert.equal((await run('planner remove --tenant acme')).code, 1);
});
