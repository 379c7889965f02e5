/**
 * A new user's first day, on the command line and over HTTP: import the tools of three servers, review them, import
 * targets, open a mandate. Then each kind of attack is held with its reason, and ordinary calls pass.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { ATTACKS, type Call, LISTS, READY, RECORDS, TASK } from './cases/judgement-walk.ts';
import { TOOLS } from './support/acts/tools.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { change } from './support/governance/settings.ts';
import { type Answer, ask, askOk, evaluate, startTestService } from './support/http/in-process.ts';
import { WITHIN_MS } from './support/nodes/nodes.ts';
import { assize } from './support/processes/command.ts';

const AGENT = 'agent-7';
const listOf = (name: string) => path.join(import.meta.dirname, `cases/tool-lists/${name}.json`);

type Cli = (...words: string[]) => Promise<string>;

function cliOf(location: DatabaseLocation): Cli {
  return async (...words) => {
    const { code, stdout, stderr } = await assize(location, words);
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
  };
}

async function importAll(cli: Cli, app: FastifyInstance): Promise<void> {
  for (const name of LISTS) {
    const imported = await cli('tools', 'import', listOf(name), '--server', name);
    assert.match(imported, /\d+ proposed\.\nReview them: assize tools review\n$/);
    assert.doesNotMatch(imported, /refused|it is new/);
  }
  const waiting: { tool_id: string; entry: { tool: string; effect: string } }[] = JSON.parse(
    await cli('tools', 'review', '--json'),
  );
  assert.equal(waiting.length, 80);
  assert.deepEqual(
    waiting.map(({ entry }) => entry.effect).filter((effect) => effect === undefined),
    [],
  );
  // A person corrects what no name reveals.
  const mine = waiting.find(({ entry }) => entry.tool === 'usergroups_me') ?? assert.fail();
  const accept = [{ tool_id: mine.tool_id, entry: { tool: 'slack.usergroups_me', effect: 'configure' } }];
  await askOk(app, 'a', `${TOOLS}/review`, { body: { accept } });
  assert.equal(await cli('tools', 'review', '--accept-all'), '79 accepted.\n');
  for (const name of READY)
    assert.match(await cli('tools', 'import', '--ready', name), /\n\d+ accepted\.\n$/);
}

async function ready(location: DatabaseLocation, t: TestContext) {
  const { app, service } = await startTestService(t, location);
  const folder = newFolder(t);
  const cli = cliOf(location);
  await importAll(cli, app);
  const records = path.join(folder, 'records.csv');
  writeFileSync(records, RECORDS);
  assert.equal(await cli('targets', 'import', records), '6 targets added, 0 already known, 0 faulty.\n');
  const opened = await cli('mandates', 'open', '--agent', AGENT, '--task', TASK);
  const mandate = /mdt_[0-9a-f]{24}/.exec(opened)?.[0] ?? assert.fail(opened);
  await sleep(WITHIN_MS);
  return { app, service, cli, mandate, opened };
}

async function asked(app: FastifyInstance, { action, arguments: given }: Call, mandate?: string) {
  const context = { arguments: given, ...(mandate !== undefined && { mandate_id: mandate }) };
  const { status, body } = await evaluate(app, 'b', { action, agent_id: AGENT, context });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const reasonOf = ({ block_reason: blocked, reasoning }: Answer['body']): string => blocked ?? reasoning;
const notesOf = ({ remedies }: Answer['body']): string =>
  remedies.map(({ note }: { note: string }) => note).join('\n');

testOnOneDatabase('holds-each-kind-of-attack-and-lets-ordinary-calls-pass', async (location, t) => {
  const { app, service, mandate, opened } = await ready(location, t);
  assert.match(opened, /effects +read, write, send, share, pay.* \(derived from the task\)/);
  for (const attack of ATTACKS) {
    const { kind, reason, remedy, ordinary } = attack;
    const held = await asked(app, attack, mandate);
    assert.notEqual(held.verdict, 'PROCEED', kind);
    assert.match(reasonOf(held), reason, kind);
    assert.match(notesOf(held), remedy, kind);
    const passed = await asked(app, ordinary, mandate);
    assert.equal(passed.verdict, 'PROCEED', `${kind}: ${reasonOf(passed)}`);
    assert.ok(!passed.basis.includes('claims'), kind);
    // It is also held without a mandate, though a reason about the mandate then reads differently.
    assert.notEqual((await asked(app, attack)).verdict, 'PROCEED', kind);
  }
  const inside = {
    action: 'mcp__github__delete_file',
    arguments: { owner: 'acme', repo: 'site', path: 'drafts/old.md' },
  };
  const deleting = { agent_id: AGENT, effects: ['read', 'delete'], tools: ['github.*'] };
  const { body } = await ask(app, 'b', '/v1/mandates', { body: deleting });
  const deleted = await asked(app, inside, body.mandate_id);
  assert.equal(deleted.verdict, 'PROCEED', reasonOf(deleted));
  await requireTrue(service);
});

testOnOneDatabase('observes-and-reports-what-would-be-held', async (location, t) => {
  const { app, cli, mandate } = await ready(location, t);
  await change(app, () => ({ enforcement: 'observe' }));
  for (const attack of ATTACKS) {
    const { verdict } = await asked(app, attack, mandate);
    assert.equal(verdict, 'PROCEED', attack.kind);
    assert.equal((await asked(app, attack.ordinary, mandate)).verdict, 'PROCEED');
  }
  await asked(app, { action: 'crm.delete_contact', arguments: { contact_id: 'c-1' } });
  const report = await cli('judgement', 'report');
  assert.match(report, /^21 evaluations: 0 were held, and 11 more would be\.\n/);
  assert.match(report, /beyond mandate +0 +\d+ /);
  assert.match(report, /unlisted tool +0 +2 /);
  const tools = await cli('tools', 'suggest');
  assert.match(tools, /crm\.delete_contact +1 +0 +agent-7 +delete +no/);
  assert.match(tools, /\nmcp__gmail__send_\u0435mail can't be proposed: .*pose as another/);
  const suggested = await cli('targets', 'suggest');
  for (const value of ['drop@mailbox.test', 'GB82WEST12345698765432', 'someone@freemail.test'])
    assert.ok(suggested.includes(value), value);
});
