import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fixtureOf, runInShell, temporaryHome } from '../../tests/support/hooks.ts';
import { testWithClient } from '../../tests/support/http/clients.ts';

const BUNDLE = path.join(import.meta.dirname, '../../service/dist/hook.js');
const MAX_BYTES = 192 * 1024;

test('the-bundle-is-small-and-holds-neither-the-service-nor-the-mcp-library', () => {
  const code = readFileSync(BUNDLE, 'utf8');
  assert.ok(statSync(BUNDLE).size < MAX_BYTES);
  const imported = [...code.matchAll(/^import [^\n]*? from "([^"]+)"/gm)].map(([, from = '']) => from);
  assert.ok(imported.length > 0);
  // node:http is loaded another way, since importing it also loads the platform's fetch.
  const ownOfNode = /^node:(?!https?$)/;
  assert.deepEqual(
    imported.filter((name) => !ownOfNode.test(name)),
    [],
  );
  assert.doesNotMatch(code, /modelcontextprotocol|fastify|kysely/);
});

testWithClient('the-bundle-answers-from-any-folder', async (t, { url }) => {
  const home = temporaryHome(t);
  const copy = path.join(home, 'hook.mjs');
  copyFileSync(BUNDLE, copy);
  for (const agent of ['codex', 'cursor']) {
    const name = agent === 'codex' ? 'PreToolUse' : 'preToolUse';
    const { input, answers } = fixtureOf(agent, name);
    const { code, answer } = await runInShell(`'${process.execPath}' '${copy}' ${agent}`, input, {
      home,
      url,
    });
    assert.deepEqual({ code, answer }, { code: 0, answer: answers?.proceed });
  }
});
