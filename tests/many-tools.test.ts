/** A catalogue of the largest size, and a larger one: imported on the command line, and used for judging over HTTP. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mcpTool, TOOLS } from './support/acts/tools.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { WITHIN_MS } from './support/nodes/nodes.ts';
import { assize } from './support/processes/command.ts';

const MOST = 10_000;

testOnOneDatabase('takes-10000-tools-and-not-one-more', async (location, t) => {
  const { app } = await startTestService(t, location);
  const folder = newFolder(t);
  const file = path.join(folder, 'tools.json');
  const many = Array.from({ length: MOST + 1 }, (_, at) => mcpTool(`send_letter_${at}`));
  writeFileSync(file, JSON.stringify({ tools: many }));
  const words = ['tools', 'import', file, '--server', 'mail', '--accept', '--json'];
  const { code, stdout, stderr } = await assize(location, words);
  assert.equal(code, 0, stderr);
  const results: { result: string; reason: string }[] = JSON.parse(stdout);
  assert.equal(results.filter(({ result }) => result === 'accepted').length, MOST);
  const refused = results.filter(({ result }) => result !== 'accepted');
  assert.deepEqual(
    refused.map(({ result }) => result),
    ['refused'],
  );
  assert.match(refused[0]?.reason ?? '', /at most 10000 tools/);

  await sleep(WITHIN_MS);
  for (const [action, basis] of [
    ['mcp__mail__send_letter_9999', ['tool', 'targets']],
    ['mail.send_letter_10000', ['claims']],
  ] as const) {
    const body = { action, agent_id: 'agent-7', context: { arguments: { to: 'eve@evil.test' } } };
    const { body: answer } = await evaluate(app, 'b', body);
    assert.deepEqual({ verdict: answer.verdict, basis: answer.basis }, { verdict: 'ESCALATE', basis });
  }
  const entry = { tool: 'other.tool', effect: 'read' };
  const { status, body } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  assert.equal(status, 409, JSON.stringify(body));
  assert.match(JSON.stringify(body), /more than 10000 tools/);
});
