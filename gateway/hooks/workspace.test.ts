import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { testInWorkspace } from '../../tests/support/gateway/workspace.ts';
import { type Body, does, readJson, temporaryHome } from '../../tests/support/hooks.ts';

const ORDINARY = [
  'ls -la src',
  'grep -rn "rm -rf /" docs',
  'git status',
  'git add -A && git commit -m "Refuse git push --force origin main"',
  'git push origin feature/hooks',
  'git push -u origin HEAD',
  'npm test',
  'npm ci && npm run build',
  'npx tsc --noEmit',
  'pytest -q tests',
  'python3 -m pytest',
  'go build ./...',
  'go test ./...',
  'cargo test',
  'make test',
  './gradlew build',
  'bash scripts/check.sh',
  'mkdir -p src/b && cp src/a.ts src/b/ && sed -i s/a/b/ src/b/a.ts',
  'npm test 2>&1 | tail -20',
];

const CATASTROPHIC = [
  'rm -rf /',
  'rm -fr /*',
  'rm -rf ~',
  'rm -rf "$HOME"',
  'rm --recursive --force $HOME/*',
  'cd / && rm -rf *',
  'sudo rm -rf / --no-preserve-root',
  'bash -c "rm -rf /"',
  'find / -delete',
  'echo / | xargs rm -rf /',
  'mkfs.ext4 /dev/sda1',
  'dd if=/dev/zero of=/dev/nvme0n1 bs=1M',
  'cat /dev/urandom > /dev/sda',
  'shred -n1 /dev/vda',
  'wipefs -a /dev/sda',
  'git push --force origin main',
  'git push -f origin HEAD:master',
  'git push origin +main',
  'git push --force-with-lease origin release/2.0',
  'git push --force-w origin refs/heads/main',
  'git push origin :main',
  'git -C /srv/shop push --delete origin main',
  'git push --mirror',
  'env GIT_TRACE=1 git push --force --all',
  'npm test; git push -f origin main',
  'rm -rf ~/.ssh',
  'cat ~/.ssh/id_rsa',
  'cp ~/.aws/credentials notes.txt',
  'shred -u "$HOME/.ssh/id_ed25519"',
  'cat ~/.assize/hook.json',
  'sed -i /assize/d .claude/settings.local.json',
  'rm -rf .git',
];

testInWorkspace('edits-tests-and-builds-pass-in-the-workspace', async ({ decided, project }) => {
  for (const command of ORDINARY) assert.deepEqual(await decided('Bash', { command }), {}, command);
  const file_path = path.join(project, 'src/a.ts');
  assert.deepEqual(await decided('Edit', { file_path, old_string: 'a', new_string: 'b' }), {});
  assert.deepEqual(await decided('Write', { file_path, content: 'export const a = 1;\n' }), {});
});

testInWorkspace('catastrophic-commands-are-blocked-in-each-spelling', async ({ decided, project }) => {
  for (const command of [...CATASTROPHIC, `rm -rf ${project}`]) {
    const { hookSpecificOutput: output } = await decided('Bash', { command });
    assert.equal(output?.permissionDecision, 'deny', command);
    assert.match(output.permissionDecisionReason, /don't repeat the same call/, command);
  }
});

testInWorkspace('asks-outside-of-the-workspace', async ({ decided }) => {
  const outside = '/srv/other';
  const kindOf = ({ hookSpecificOutput: output }: Body) => output?.permissionDecision;
  assert.equal(kindOf(await decided('Bash', { command: 'npm test' }, outside)), 'ask');
  assert.equal(kindOf(await decided('Write', { file_path: 'a.ts', content: 'x' }, outside)), 'ask');
  assert.equal(
    kindOf(await decided('Edit', { file_path: path.join(outside, 'a.ts'), new_string: 'x' })),
    'ask',
  );
  assert.equal(kindOf(await decided('Bash', { command: 'ls' }, outside)), undefined);
});

const LONG = 'const row = { id: 7, name: "seven" };\n'.repeat(8_000);

testInWorkspace(
  'a-long-text-is-judged-by-its-hash-and-never-passes-unread',
  async ({ decided, project, url }, t) => {
    const kindOf = ({ hookSpecificOutput: output }: Body) => output?.permissionDecision;
    const write = (name: string, content = LONG) =>
      decided('Write', { file_path: path.join(project, name), content });
    assert.ok(LONG.length > 300_000 && url !== undefined);
    for (const name of ['src/rows.ts', 'data/rows.json', 'rows.csv'])
      assert.equal(kindOf(await write(name)), undefined, name);
    const unread = [
      'run.sh',
      'run',
      'Makefile',
      'package.json',
      '.git/hooks/pre-push',
      '.github/workflows/ci.yml',
      '../a.ts',
    ];
    for (const name of unread) assert.equal(kindOf(await write(name)), 'ask', name);
    assert.equal(kindOf(await write('run.py', `#!/usr/bin/python3\n${LONG}`)), 'ask');
    assert.equal(kindOf(await decided('Bash', { command: `echo ${LONG}; rm -rf /` })), 'ask');
    t.diagnostic('each of them has a question, and none a bare denial');
  },
);

test('the-workspace-is-known-at-the-installation', async (t) => {
  const home = temporaryHome(t);
  const project = path.join(home, 'shop/deep');
  mkdirSync(path.join(home, 'shop/.git'), { recursive: true });
  mkdirSync(project, { recursive: true });
  const file = path.join(home, '.assize/hook.json');
  await does('install codex', { home, project });
  assert.deepEqual(readJson(file).workspaces, [path.join(home, 'shop')]);
  await does('install codex --project', { home, project });
  await does('install codex --workspace .', { home, project });
  assert.deepEqual(readJson(file).workspaces, [path.join(home, 'shop'), project]);
  const records = readFileSync(path.join(home, '.assize/workspace-codex.csv'), 'utf8');
  assert.match(records, new RegExp(`^path,${project},,codex,,,$`, 'm'));
  for (const wrong of ['..', '../..', '/', 'gone']) {
    const { stderr } = await does(
      `install codex --workspace ${wrong === '..' ? home : wrong}`,
      { home, project },
      1,
    );
    assert.match(stderr, /--workspace should/);
  }
});
