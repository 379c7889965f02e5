import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { AGENTS, does, FILES, put, readJson, temporaryHome } from '../../../tests/support/hooks.ts';
import { PRODUCTION_KEY } from '../../../tests/support/http/in-process.ts';

/** Settings that a human has made already, in their own style. */
const OWN = `{
    "theme": "dark",
    "hooks": {
        "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] }],
        "preToolUse": [ { "command": "./mine.sh" } ],
        "Stop": []
    },
    "env": {}
}`;

for (const agent of AGENTS) {
  test(`installs-for-${agent}-beside-what-is-there-and-takes-exactly-that-back`, async (t) => {
    const home = temporaryHome(t);
    const file = put(home, FILES[agent]?.user ?? '', OWN);
    await does(`install ${agent}`, { home });
    const installed = readFileSync(file, 'utf8');
    const { hooks, ...others } = readJson(file);
    const own = JSON.parse(OWN);
    assert.deepEqual({ theme: others.theme, env: others.env }, { theme: 'dark', env: {} });
    assert.deepEqual(
      [hooks.PreToolUse[0], hooks.preToolUse[0]],
      [own.hooks.PreToolUse[0], own.hooks.preToolUse[0]],
    );
    assert.equal(readFileSync(`${file}.before-assize`, 'utf8'), OWN);
    assert.ok(!installed.includes(PRODUCTION_KEY));

    await does(`install ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), installed);
    await does(`uninstall ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), OWN);
    await does(`uninstall ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), OWN);
    assert.deepEqual(readdirSync(path.dirname(file)), [path.basename(file)]);
  });
}

test('leaves-no-file-that-was-not-there', async (t) => {
  for (const agent of AGENTS) {
    for (const place of ['user', 'project'] as const) {
      const [home, project] = [temporaryHome(t), temporaryHome(t)];
      const file = path.join(place === 'user' ? home : project, FILES[agent]?.[place] ?? '');
      await does(`install ${agent} --${place}`, { home, project });
      assert.ok(existsSync(file), file);
      await does(`uninstall ${agent} --${place}`, { home, project });
      assert.ok(!existsSync(file), file);
    }
  }
});

test('keeps-what-a-human-has-changed-since', async (t) => {
  const home = temporaryHome(t);
  const file = put(home, '.claude/settings.json', OWN);
  await does('install claude-code', { home });
  const settings = readJson(file);
  settings.theme = 'light';
  settings.hooks.PreToolUse[1].hooks.push({ type: 'command', command: './later.sh' });
  writeFileSync(file, JSON.stringify(settings));
  await does('uninstall claude-code', { home });
  const { theme, hooks } = readJson(file);
  assert.equal(theme, 'light');
  assert.deepEqual(hooks.PreToolUse, [
    JSON.parse(OWN).hooks.PreToolUse[0],
    { matcher: '*', hooks: [{ type: 'command', command: './later.sh' }] },
  ]);
  assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'preToolUse', 'Stop']);
  assert.deepEqual(readdirSync(path.dirname(file)), ['settings.json']);
});

const COMMENTED = `{
\t// A colour of mine.
\t"theme": "dark", /* still */
\t"limit": 12345678901234567890,
\t"hooks": {
\t\t"BeforeTool": [
\t\t\t{ "matcher": "write_.*", "hooks": [] }, // mine
\t\t],
\t},
}
`;

test('keeps-comments-and-what-a-reader-of-json-would-round', async (t) => {
  const home = temporaryHome(t);
  const file = put(home, '.gemini/settings.json', COMMENTED);
  await does('install gemini-cli', { home });
  const text = readFileSync(file, 'utf8');
  for (const kept of ['// A colour of mine.', '/* still */', '// mine', '12345678901234567890', 'write_.*']) {
    assert.equal(text.split(kept).length, 2, `${kept} in\n${text}`);
  }
  assert.match(text, /--installed-by=assize/);
  await does('uninstall gemini-cli', { home });
  assert.equal(readFileSync(file, 'utf8'), COMMENTED);
});

test('keeps-comments-that-came-since-and-those-beside-its-entries', async (t) => {
  const home = temporaryHome(t);
  for (const theme of ['dark', 'light']) {
    const file = put(home, '.gemini/settings.json', COMMENTED);
    await does('install gemini-cli', { home });
    const changed = readFileSync(file, 'utf8').replace('// A colour of mine.', '// A colour of hers.');
    writeFileSync(file, changed.replace('"dark"', `"${theme}"`));
    await does('uninstall gemini-cli', { home });
    const text = readFileSync(file, 'utf8');
    for (const kept of ['// A colour of hers.', '/* still */', '// mine', `"${theme}"`, 'write_.*']) {
      assert.equal(text.split(kept).length, 2, `${kept} in\n${text}`);
    }
    assert.doesNotMatch(text, /assize/);
  }
});

test('keeps-the-file-and-its-copy-as-private-as-it-was', async (t) => {
  const home = temporaryHome(t);
  for (const mode of [0o600, 0o640]) {
    const file = put(home, '.claude/settings.json', OWN);
    chmodSync(file, mode);
    await does('install claude-code', { home });
    const modes = [file, `${file}.before-assize`].map((each) => statSync(each).mode & 0o777);
    assert.deepEqual(modes, [mode, mode]);
    await does('uninstall claude-code', { home });
    assert.equal(statSync(file).mode & 0o777, mode);
  }
});

test('puts-the-new-file-in-the-place-of-the-former-whole', async (t) => {
  const home = temporaryHome(t);
  const file = put(home, '.claude/settings.json', OWN);
  const former = path.join(home, 'as a reader has it open');
  linkSync(file, former);
  await does('install claude-code', { home });
  assert.equal(readFileSync(former, 'utf8'), OWN);
  assert.match(readFileSync(file, 'utf8'), /--installed-by=assize/);
});

test('changes-no-file-that-can-not-be-changed-safely', async (t) => {
  const home = temporaryHome(t);
  const twice = '{"hooks": {"BeforeTool": []}, "hooks": {"AfterTool": []}}';
  const otherForms = ['{"hooks": ["mine"]}', '{"hooks": {"BeforeTool": {"command": "mine"}}}'];
  for (const text of [twice, ...otherForms, '[]', '{"a":', 'theme = "dark"']) {
    const file = put(home, '.gemini/settings.json', text);
    const { stderr } = await does('install gemini-cli', { home }, 1);
    assert.match(stderr, /Add this yourself: .*BeforeTool/);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(readdirSync(home), ['.gemini']);
    assert.deepEqual(readdirSync(path.dirname(file)), ['settings.json']);
  }
});

test('changes-the-file-that-a-link-leads-to', async (t) => {
  const home = temporaryHome(t);
  const target = put(home, 'dotfiles/settings.json', '{}\n');
  mkdirSync(path.join(home, '.claude'));
  const link = path.join(home, '.claude/settings.json');
  symlinkSync(target, link);
  await does('install claude-code', { home });
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.ok('hooks' in readJson(target));
  rmSync(target);
  const { stderr } = await does('install claude-code', { home }, 1);
  assert.match(stderr, /is a link that leads to no file/);
  assert.ok(lstatSync(link).isSymbolicLink());
});
