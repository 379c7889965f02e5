import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigurationProblems, configurationOf, readFile, serversOf } from './file.ts';

const SECRET = 'a-secret-token';
const KEY = `ak_${'7c'.repeat(16)}`;
const FILE = `{
  // As clients know it.
  "theme": "dark \${NOT_OURS}",
  "assize": {
    "key": "\${AGENT_KEY}", "agent": "desk", "waitSeconds": 5, "newTools": "allow",
    "tools": { "deny": ["gmail.delete_*"] },
    "agents": { "agent-7": { "key": "${KEY}", "tools": { "allow": ["docs.*"] } } },
    "listen": { "port": 0 },
  },
  "mcpServers": {
    "gmail": { "command": "npx", "args": ["-y", "gmail"], "env": { "TOKEN": "\${TOKEN}" }, "disabled": false },
    "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } }
  }
}`;

function problemsOf(content: string, environment: Record<string, string> = {}): readonly string[] {
  try {
    const read = readFile(content, environment);
    configurationOf(read.assize ?? {}, serversOf(read), environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationProblems, String(error));
    return error.problems;
  }
  return [];
}

test('reads-the-file-of-a-usual-client-with-the-settings-beside-it', () => {
  const environment = { AGENT_KEY: 'k', TOKEN: SECRET };
  const read = readFile(FILE, environment);
  const configuration = configurationOf(read.assize ?? {}, serversOf(read), environment);
  assert.deepEqual(configuration.agents, [
    { name: 'desk', key: 'k' },
    { name: 'agent-7', key: KEY, tools: { allow: ['docs.*'] } },
  ]);
  assert.deepEqual(configuration.servers, [
    { kind: 'stdio', name: 'gmail', command: 'npx', args: ['-y', 'gmail'], env: { TOKEN: SECRET } },
    {
      kind: 'http',
      name: 'docs',
      url: 'https://docs.example/mcp',
      headers: { Authorization: `Bearer ${SECRET}` },
    },
  ]);
  assert.equal(configuration.waitMs, 5_000);
  assert.deepEqual(configuration.tools, { deny: ['gmail.delete_*'] });
  assert.deepEqual(configuration.listen, { host: '127.0.0.1', port: 0, hosts: [], origins: [] });
});

test('reads-what-agents-are-to-do-and-which-results-stay-here', () => {
  const content = JSON.stringify({
    assize: {
      ...{ key: 'k', plan: true, reportResults: false },
      agents: { 'agent-7': { key: KEY, task: 'Read the mail' }, 'agent-8': { key: 'k8', plan: false } },
    },
    mcpServers: {
      bank: { url: 'https://bank.example/mcp', reportResults: false },
      docs: { command: 'docs' },
    },
  });
  const environment = { ASSIZE_TASK: 'Pay the bill' };
  const read = readFile(content, environment);
  const { agents, servers, reportResults } = configurationOf(read.assize ?? {}, serversOf(read), environment);
  assert.deepEqual(
    agents.map(({ task, plan }) => [task, plan]),
    [
      ['Pay the bill', true],
      ['Read the mail', true],
      [undefined, false],
    ],
  );
  assert.deepEqual(
    [reportResults, ...servers.map((server) => server.reportResults)],
    [false, false, undefined],
  );
});

test('takes-from-the-environment-what-the-file-leaves-open', () => {
  const environment = {
    ASSIZE_KEY: 'k',
    ASSIZE_URL: 'https://assize.example',
    ASSIZE_AGENT: 'a',
    ASSIZE_MANDATE: 'mdt_1',
  };
  const { assize = {}, mcpServers } = readFile('{"mcpServers": {"x": {"command": "x"}}}', environment);
  const configuration = configurationOf(assize, serversOf({ mcpServers }), environment);
  assert.deepEqual(configuration.agents, [{ name: 'a', key: 'k', mandate: 'mdt_1' }]);
  assert.equal(configuration.url, 'https://assize.example');
});

test('sends-no-key-of-the-file-where-the-environment-says', () => {
  const environment = { ASSIZE_KEY: 'e', ASSIZE_URL: 'https://evil.example', ASSIZE_EVIDENCE_KEY: 'e' };
  const [server] = serversOf(readFile('{"mcpServers": {"x": {"command": "x"}}}', {}));
  assert.ok(server);
  for (const given of [{ key: 'k' }, { agents: { a: { key: 'k' } } }]) {
    const { url, agents } = configurationOf(given, [server], environment);
    assert.equal(url, 'http://127.0.0.1:8080');
    assert.deepEqual([agents[0]?.key, agents[0]?.evidenceKey], ['k', undefined]);
  }
});

test('gives-each-agent-its-own-key-and-the-evidence-key-of-all', () => {
  const agents = { a: { key: '1' }, b: { key: '2', evidenceKey: 'own' } };
  const server = { kind: 'stdio', name: 'x', command: 'x', args: [], env: {} } as const;
  const known = (given: object) =>
    configurationOf({ agents, evidenceKey: 'all', ...given }, [server], {}).agents;
  const [a, b] = [
    { name: 'a', key: '1', evidenceKey: 'all' },
    { name: 'b', key: '2', evidenceKey: 'own' },
  ];
  assert.deepEqual(known({}), [a, b]);
  // The client on stdio is the first.
  assert.deepEqual(known({ agent: 'b', mandate: 'mdt_1' }), [{ ...b, mandate: 'mdt_1' }, a]);
});

const WRONG: [content: string, problems: readonly RegExp[]][] = [
  ['{"mcpServers": ', [/not valid JSON: .* in line 1/]],
  ['{}', [/Set the key/, /at least one server/]],
  [
    `{"assize": {"key": "${SECRET}", "wait": 5, "newTools": "${SECRET}"}}`,
    [/assize\.newTools/, /assize: Unrecognized key/],
  ],
  [`{"assize": {"key": "\${NO_SUCH}"}}`, [/assize\.key: the variable NO_SUCH is not set/, /assize\.key/]],
  ['{"mcpServers": {"a/b": {"command": "x"}}}', [/mcpServers\.a\/b: a name has/]],
  ['{"mcpServers": {"x": {"command": "x", "url": "https://x"}}}', [/mcpServers\.x: give command or url/]],
  ['{"mcpServers": {"x": {}}}', [/mcpServers\.x: give command or url/]],
  ['{"mcpServers": {"x": {"url": "file:///etc/passwd"}}}', [/mcpServers\.x\.url/]],
  [`{"mcpServers": {"x": {"command": "x", "env": {"A": 5, "B": "${SECRET}"}}}}`, [/mcpServers\.x\.env\.A/]],
  ['{"mcpServers": {"x": {"type": "sse", "url": "https://x"}}}', [/mcpServers\.x\.type/]],
  ['[]', [/the file/]],
  ['{"assize": {"agent": "b", "agents": {"a": {"key": "1"}}}}', [/No key is set for the agent b/]],
  ['{"assize": {"key": "1", "agent": "a", "agents": {"a": {"key": "2"}}}}', [/have the same name/]],
  ['{"assize": {"agents": {"a": {"key": "1"}, "b": {"key": "1"}}}}', [/have the same key/]],
];

test('tells-all-problems-at-once-and-no-secret', () => {
  for (const [content, expected] of WRONG) {
    const problems = problemsOf(content);
    assert.ok(!problems.join('\n').includes(SECRET), content);
    for (const what of expected)
      assert.ok(
        problems.some((problem) => what.test(problem)),
        `${content}: ${problems.join(' | ')}`,
      );
  }
});
