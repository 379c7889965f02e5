/** An operator imports, reviews, lists and removes tools on the machine itself. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { mcpTool } from './support/acts/tools.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

async function operator(location: DatabaseLocation, t: TestContext) {
  const folder = newFolder(t);
  const written = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const run = (words: string) => assize(location, words.split(' '));
  const cli = async (words: string) => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await cli('tenants create acme');
  return { written, run, cli };
}

testOnOneDatabase('imports-reviews-and-lists-tools', async (location, t) => {
  const { written, run, cli } = await operator(location, t);
  const file = written(
    'tools.json',
    JSON.stringify({ tools: [mcpTool('send_email'), mcpTool('se\u202end')] }),
  );
  const imported = await cli(`tools import ${file} --server gmail --tenant acme`);
  assert.match(imported, /gmail\.send_email +proposed +send/);
  assert.match(imported, /refused/);
  assert.match(imported, /1 proposed, 1 refused\.\nReview them: assize tools review\n$/);
  assert.ok(!imported.includes('\u202e'));

  const [waiting] = JSON.parse(await cli('tools review --json --tenant acme'));
  assert.equal(waiting.status, 'proposed');
  const noTerminal = await run('tools review --tenant acme');
  assert.equal(noTerminal.code, 1);
  assert.match(noTerminal.stderr, /needs a terminal.*--json.*\/api\/v1\/tools\/review.*--accept-all/);
  assert.equal(await cli('tools review --accept-all --tenant acme'), '1 accepted.\n');
  assert.equal(await cli('tools review --tenant acme'), 'Nothing to review.\n');
  const shown = await cli(`tools show ${waiting.tool_id} --tenant acme`);
  assert.match(
    shown,
    /accepted\ngmail\.send_email: Does send_email\.\n {2}effect send {2}\(.+\)\n {2}target to: /,
  );
});

testOnOneDatabase('takes-ready-entries-and-those-written-by-hand', async (location, t) => {
  const { written, cli } = await operator(location, t);
  const ready = await cli('tools import --ready gmail --tenant acme --json');
  assert.ok(JSON.parse(ready).length > 0);
  assert.match(await cli('tools ready'), /\ngmail +gmail +\d+ +\S/);
  const proposed = JSON.parse(
    await cli('tools import --ready gmail --propose --json --tenant acme --environment sandbox'),
  );
  assert.ok(proposed.every(({ result }: { result: string }) => result === 'proposed'));

  const entry = written('entry.yaml', 'tool: bank.*\neffect: pay\nrisk_level: high\n');
  assert.match(
    await cli(`tools put ${entry} --tenant acme`),
    /^tool_[0-9a-f]{24} {2}bank\.\* is accepted\n$/,
  );
  const settings = written('settings.json', await cli('settings show --tenant acme --json'));
  const { settings: document } = JSON.parse(await cli('settings show --tenant acme --json'));
  writeFileSync(
    settings,
    JSON.stringify({ ...document, catalogue: [{ action: 'wire.*', risk_level: 'high' }] }),
  );
  await cli(`settings set ${settings} --tenant acme --expected-version 0`);
  const listed = await cli('tools list --tenant acme');
  assert.match(listed, /\n\S+ +accepted +bank\.\* +pay +- +hand\n/);
  assert.match(listed, /\n- +floor +wire\.\* +- +- +settings\n$/);
  const pattern = JSON.parse(await cli('tools list --tenant acme --json')).find(
    (each: { source: string }) => each.source === 'hand',
  );
  assert.match(await cli(`tools remove ${pattern.tool_id} --tenant acme`), /removed \d{4}/);
  assert.doesNotMatch(await cli('tools list --tenant acme'), /bank/);
});

testOnOneDatabase('says-what-it-can-not-take', async (location, t) => {
  const { written, run } = await operator(location, t);
  for (const [words, what] of [
    ['tools import', /Name a file, - for standard input, or a ready catalogue/],
    [`tools import ${written('broken.json', '{')}`, /broken\.json is not valid JSON/],
    [`tools import ${written('other.json', '{"a": 1}')}`, /Input should be the answer of tools\/list/],
    ['tools import --ready ../../etc/passwd', /No ready catalogue has this name/],
    ['tools show tool_0123456789abcdef01234567', /There is no such tool/],
    [`tools put ${written('wrong.json', '{"tool": "a"}')}`, /effect: It must be one of read, write/],
  ] as const) {
    const { code, stderr } = await run(`${words} --tenant acme`);
    assert.equal(code, 1, words);
    assert.match(stderr, what);
  }
});
