/** The copied code asks exactly what the page asks, also with hostile texts. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { codeOf } from './code.ts';

const REQUEST = {
  action: 'it\'s."quoted"',
  agent_id: 'agent-7',
  description: "line one\nline 'two' \\ $HOME `id` \u202e ünï 😀",
  context: {
    is_irreversible: true,
    none: null,
    empty: {},
    list: [],
    arguments: JSON.parse('{"__proto__": {"a": 1}, "to": ["x", 1.5, false]}'),
  },
};
const CODES = new Map(codeOf('http://localhost:8080/sandbox', REQUEST).map(({ name, text }) => [name, text]));

test('curl-sends-the-request', () => {
  const sent = execFileSync(
    'sh',
    ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${CODES.get('curl')}`],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(sent, JSON.stringify(REQUEST));
});

test('typescript-asks-with-the-request', () => {
  const [, given = ''] = /assize\.evaluate\((.*)\);$/s.exec(CODES.get('TypeScript') ?? '') ?? [];
  const asked = new Function(`return ${given}`)();
  assert.equal(JSON.stringify(asked), JSON.stringify(REQUEST));
});

test('python-asks-with-the-request', (t) => {
  const called = [
    'import json, sys, types',
    'module = types.ModuleType("assize")',
    'class Assize:',
    '    def __init__(self, **_): pass',
    '    def evaluate(self, action, **others):',
    '        print(json.dumps({"action": action, **others}))',
    '        return {"verdict": None, "remedies": None}',
    'module.Assize = Assize',
    'sys.modules["assize"] = module',
    CODES.get('Python') ?? '',
  ].join('\n');
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', called], { encoding: 'utf8' });
  if (error !== undefined) return t.skip('there is no Python');
  assert.equal(status, 0, stderr);
  assert.equal(JSON.stringify(JSON.parse(stdout)), JSON.stringify(REQUEST));
});

test('holds-no-key', () => {
  for (const text of CODES.values()) assert.match(text, /ak_…/);
});
