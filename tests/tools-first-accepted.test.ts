/** The first accepted tool of an environment changes how all actions are judged, and its answer says so. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mcpTool } from './support/acts/tools.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

const TOOLS = '/api/v1/tools';
const SAYS =
  /first accepted tool .* not in it are unlisted, and the setting tools\.unlisted is escalate: a person is asked about each\. .* PUT \/api\/v1\/settings or: assize settings set FILE\.$/;
const ENTRY = { tool: 'bank.pay', effect: 'pay' };
const source = { tools: [mcpTool('send_email')] };

const put = (app: FastifyInstance, body: object) => ask(app, 'a', TOOLS, { method: 'PUT', body });
const imported = (app: FastifyInstance, body: object) => ask(app, 'a', `${TOOLS}/import`, { body });

testAsTenantOnEachDatabase('an-import-of-accepted-tools-says-what-changes-once', async ({ app }) => {
  const before = await evaluate(app, 'a', { action: 'crm.note', context: {} });
  const { body } = await imported(app, { source, accept: true });
  assert.match(body.notice, SAYS);
  const after = await evaluate(app, 'a', { action: 'crm.note', context: {} });
  assert.deepEqual([before.body.verdict, after.body.verdict], ['proceed', 'escalate']);
  assert.equal((await imported(app, { ready: 'gmail', accept: true })).body.notice, null);
  assert.equal((await put(app, { entry: ENTRY })).body.notice, null);
});

testAsTenantOnEachDatabase('a-review-says-it-and-a-proposal-changes-nothing', async ({ app }) => {
  const { body } = await imported(app, { source });
  assert.equal(body.notice, null);
  const [{ tool_id }] = body.tools;
  const review = (wanted: object) => ask(app, 'a', `${TOOLS}/review`, { body: wanted });
  assert.equal((await review({ reject: [tool_id] })).body.notice, null);
  assert.match((await review({ accept: [{ tool_id }] })).body.notice, SAYS);
});

testAsTenant('an-entry-by-hand-says-it-and-names-the-setting-as-it-is', async ({ app }) => {
  const { body: current } = await ask(app, 'a', '/api/v1/settings');
  const settings = { ...current.settings, tools: { unlisted: 'block' }, enforcement: 'observe' };
  const changed = await ask(app, 'a', '/api/v1/settings', {
    method: 'PUT',
    body: { settings, expected_version: current.version },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { body } = await put(app, { entry: ENTRY });
  assert.match(body.notice, /tools\.unlisted is block: each is blocked\. The setting enforcement is observe/);
});

testOnOneDatabase('the-command-line-says-it-beside-its-output', async (location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'tools.json');
  writeFileSync(file, JSON.stringify(source));
  const cli = async (words: string) => {
    const { code, stdout, stderr } = await assize(location, words.split(' '));
    assert.equal(code, 0, stderr);
    return { stdout, told: stderr.trim() };
  };
  await cli('tenants create acme');
  const first = await cli('tools import --ready gmail --json --tenant acme');
  assert.match(first.told, SAYS);
  assert.ok(JSON.parse(first.stdout).length > 0);
  assert.doesNotMatch((await cli('tools import --ready slack --tenant acme')).told, /first accepted/);
  await cli(`tools import ${file} --tenant acme --environment sandbox`);
  const reviewed = await cli('tools review --accept-all --tenant acme --environment sandbox');
  assert.match(reviewed.told, SAYS);
});
