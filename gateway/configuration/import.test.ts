import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigurationProblems } from './file.ts';
import { importClientFile } from './import.ts';

const LAUNCHER = { command: 'assize', args: [] };
const SECRET = 'a-secret-token';
const governed = (content: string) => JSON.parse(importClientFile(content, LAUNCHER).content);

const STDIO = { command: 'npx', args: ['-y', 'gmail'], env: { TOKEN: SECRET } };
const GOVERNED = {
  command: 'assize',
  args: ['gateway', '--name', 'gmail', '--env', 'TOKEN', '--', 'npx', '-y', 'gmail'],
  env: { TOKEN: SECRET },
};

/** Where each client keeps its servers. */
const FILES: [client: string, file: object, changed: object][] = [
  ['Claude Desktop, Cursor', { mcpServers: { gmail: STDIO } }, { mcpServers: { gmail: GOVERNED } }],
  ['VS Code', { servers: { gmail: { type: 'stdio', ...STDIO } } }, { servers: { gmail: GOVERNED } }],
  ['settings of VS Code', { mcp: { servers: { gmail: STDIO } } }, { mcp: { servers: { gmail: GOVERNED } } }],
  [
    'Claude Code',
    { projects: { '/home/ann/shop': { mcpServers: { gmail: STDIO }, more: 1 } } },
    { projects: { '/home/ann/shop': { mcpServers: { gmail: GOVERNED }, more: 1 } } },
  ],
];

test('each-server-goes-through-the-gateway-in-the-file-of-each-client', () => {
  for (const [client, file, changed] of FILES) {
    const content = JSON.stringify(file);
    assert.deepEqual(governed(content), changed, client);
    const once = importClientFile(content, LAUNCHER).content;
    assert.equal(importClientFile(once, LAUNCHER).content, once, client);
  }
});

test('a-server-at-an-address-keeps-its-headers-out-of-the-command-line', () => {
  for (const address of ['url', 'serverUrl', 'httpUrl']) {
    const entry = { type: 'http', [address]: 'https://docs.example/mcp', headers: { 'X-Api-Key': SECRET } };
    const { docs } = governed(JSON.stringify({ mcpServers: { docs: entry } })).mcpServers;
    assert.deepEqual(docs.args, [
      ...['gateway', '--name', 'docs', '--header', 'X-Api-Key=MCP_HEADER_X_API_KEY'],
      ...['--url', 'https://docs.example/mcp'],
    ]);
    assert.deepEqual(docs.env, { MCP_HEADER_X_API_KEY: SECRET });
    assert.deepEqual(Object.keys(docs).sort(), ['args', 'command', 'env']);
  }
});

test('everything-else-in-the-file-stays', () => {
  const content =
    '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {\n    "gmail": {"command": "g", "autoApprove": ["read"]}\n  }\n}\n';
  const { content: changed, changes } = importClientFile(content, LAUNCHER);
  assert.match(changed, /^\{\n {2}\/\/ mine\n {2}"theme": "dark",/);
  assert.match(changed, /"autoApprove": \[\s*"read"\s*\]/);
  assert.deepEqual(changes, ['gmail: now by assize gateway --name gmail -- g']);
});

test('knows-its-own-entries-from-those-of-other-gateways', () => {
  const words = ['gateway', '--name', 'gmail', '--', 'g'];
  const docker = { command: 'docker', args: ['mcp', 'gateway', 'run', '--name', 'gmail'] };
  const own = [
    { command: 'assize', args: words },
    { command: '/usr/bin/assize', args: words },
    { command: 'npx', args: ['-y', 'assize', ...words] },
    { command: 'node', args: ['/opt/assize/service/assize.js', ...words] },
    { command: 'C:\\Node\\node.exe', args: ['C:\\npm\\assize.js', ...words] },
  ];
  for (const gmail of own)
    assert.deepEqual(governed(JSON.stringify({ servers: { gmail } })).servers, { gmail });
  const { gmail } = governed(JSON.stringify({ mcpServers: { gmail: docker } })).mcpServers;
  assert.deepEqual(gmail.args, [...words.slice(0, 4), docker.command, ...docker.args]);
});

test('says-which-server-it-leaves-without-a-gateway', () => {
  const entry = { type: 'sse', url: 'https://docs.example/sse' };
  const content = JSON.stringify({ mcpServers: { docs: entry, gmail: STDIO, none: {} } });
  const { content: changed, changes, ungoverned } = importClientFile(content, LAUNCHER);
  assert.deepEqual(JSON.parse(changed).mcpServers, { docs: entry, gmail: GOVERNED, none: {} });
  assert.deepEqual(
    ungoverned.map((line) => line.split(':')[0]),
    ['docs', 'none'],
  );
  assert.equal(changes.length, 3);
});

test('refuses-a-file-that-has-no-servers', () => {
  for (const content of ['{', '{}', '[]', '{"mcpServers": []}']) {
    assert.throws(() => importClientFile(content, LAUNCHER), ConfigurationProblems, content);
  }
});
