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
      ...['--url-from', 'MCP_URL'],
    ]);
    assert.deepEqual(docs.env, { MCP_HEADER_X_API_KEY: SECRET, MCP_URL: 'https://docs.example/mcp' });
    assert.deepEqual(Object.keys(docs).sort(), ['args', 'command', 'env']);
  }
});

test('everything-else-in-the-file-stays', () => {
  const content =
    '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {\n    "gmail": {"command": "g", "autoApprove": ["read"]}\n  }\n}\n';
  const { content: changed, servers } = importClientFile(content, LAUNCHER);
  assert.match(changed, /^\{\n {2}\/\/ mine\n {2}"theme": "dark",/);
  assert.match(changed, /"autoApprove": \[\s*"read"\s*\]/);
  assert.deepEqual(servers, [
    { name: 'gmail', governed: true, how: 'now by assize gateway --name gmail -- g' },
  ]);
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
  const { content: changed, servers } = importClientFile(content, LAUNCHER);
  assert.deepEqual(JSON.parse(changed).mcpServers, { docs: entry, gmail: GOVERNED, none: {} });
  assert.deepEqual(
    servers.filter(({ governed }) => !governed).map(({ name }) => name),
    ['docs', 'none'],
  );
  assert.equal(servers.length, 3);
});

/** Entries that make a client do something the gateway would not do. */
const LEFT_ALONE: [entry: object, why: RegExp][] = [
  [{ command: 'g', envFile: '.env' }, /envFile/],
  [{ url: 'https://docs.example/mcp', oauth: { audiences: ['x'] } }, /"audiences" of its OAuth/],
  [{ url: 'https://docs.example/mcp', oauth: 'yes' }, /not an object/],
  [{ url: 'https://docs.example/mcp', auth: { CLIENT_ID: '$(evil)' } }, /OAuth/],
  [{ url: 'https://docs.example/mcp', auth: { CLIENT_ID: 'x', CLIENT_SECRET: 1 } }, /OAuth/],
  [{ url: 'https://docs.example/mcp', authProviderType: 'google_credentials' }, /google_credentials/],
  [{ command: 'g', oauth: { clientId: 'x' } }, /command, and signs in by OAuth/],
  [{ url: 'https://docs.example/mcp', headersHelper: '/bin/headers' }, /headers/],
  [{ type: 'ws', url: 'wss://docs.example/mcp' }, /"ws"/],
  [{ url: 'wss://docs.example/mcp' }, /address/],
  [{ command: 'g', url: 'https://docs.example/mcp' }, /command and an address/],
  [{ url: 'https://docs.example/mcp', httpUrl: 'https://docs.example/other' }, /more than one/],
  [{ command: 'g', sandbox: { network: false } }, /"sandbox"/],
  [{ command: 'g', args: '--all' }, /args/],
  [{ command: 'g', env: { PORT: 8080 } }, /env/],
  [{ command: 'g', env: { ASSIZE_URL: 'https://evil.example' } }, /ASSIZE_URL would change the gateway/],
];

test('leaves-a-server-alone-whose-entry-says-more-than-the-gateway-knows', () => {
  for (const [entry, why] of LEFT_ALONE) {
    const content = JSON.stringify({ mcpServers: { docs: entry } });
    const { content: same, servers } = importClientFile(content, LAUNCHER);
    assert.equal(same, content);
    assert.equal(servers[0]?.governed, false, content);
    assert.match(String(servers[0]?.how), /^NOT behind the gateway: /);
    assert.match(String(servers[0]?.how), why);
  }
});

/** Entries of servers that demand a login, with the options of the command to run. */
const LOGINS: [entry: object, options: string, secret?: string][] = [
  [{ oauth: { clientId: 'x', callbackPort: 8976 } }, ' --client-id x --redirect-port 8976'],
  [{ oauth: { enabled: true, scopes: ['a', 'b'] } }, ' --scope "a b"'],
  [{ oauth: true }, ''],
  [{ authProviderType: 'dynamic_discovery' }, ''],
  [
    { auth: { CLIENT_ID: 'x', CLIENT_SECRET: SECRET } },
    ' --client-id x --client-secret-from MCP_CLIENT_SECRET',
    SECRET,
  ],
];

test('imports-a-server-that-demands-a-login-and-says-how-to-log-in', () => {
  for (const [fields, options, secret] of LOGINS) {
    const entry = { type: 'http', url: 'https://docs.example/mcp', timeout: 5, ...fields };
    const { content, servers } = importClientFile(JSON.stringify({ mcpServers: { docs: entry } }), LAUNCHER);
    const { docs } = JSON.parse(content).mcpServers;
    assert.deepEqual(docs, {
      timeout: 5,
      command: 'assize',
      args: ['gateway', '--name', 'docs', '--url-from', 'MCP_URL'],
      env: {
        MCP_URL: 'https://docs.example/mcp',
        ...(secret === undefined ? {} : { MCP_CLIENT_SECRET: secret }),
      },
    });
    const how = String(servers[0]?.how);
    assert.ok(
      how.endsWith(
        `It demands a login (OAuth): run \`assize gateway login docs --url ADDRESS${options}\` once, with its address`,
      ),
      how,
    );
    assert.doesNotMatch(how, new RegExp(SECRET));
  }
});

test('no-part-of-an-address-stands-on-the-command-line', () => {
  for (const url of [
    `https://docs.example/${SECRET}/mcp`,
    `https://u:${SECRET}@docs.example/mcp?key=${SECRET}`,
  ]) {
    const { servers, content } = importClientFile(
      JSON.stringify({ mcpServers: { docs: { url } } }),
      LAUNCHER,
    );
    const { docs } = JSON.parse(content).mcpServers;
    assert.ok(!JSON.stringify(docs.args).includes('docs.example'));
    assert.equal(docs.env.MCP_URL, url);
    assert.match(String(servers[0]?.how), /If it demands a login \(OAuth\): run `assize gateway login docs /);
  }
});

test('refuses-a-file-that-has-no-servers', () => {
  for (const content of ['{', '{}', '[]', '{"mcpServers": []}']) {
    assert.throws(() => importClientFile(content, LAUNCHER), ConfigurationProblems, content);
  }
});

test('prints-no-argument-of-a-server-and-loses-no-header', () => {
  const content = JSON.stringify({
    mcpServers: {
      db: { command: 'npx', args: ['-y', 'dbhub', '--dsn', `postgresql://ro:${SECRET}@db/x`] },
      docs: { url: 'https://docs.example/mcp', headers: { 'X-Key': 'one', x_key: 'two', 'X.Key': 'three' } },
    },
  });
  const { servers, content: changed } = importClientFile(content, LAUNCHER);
  assert.doesNotMatch(JSON.stringify(servers), new RegExp(SECRET));
  assert.equal(servers[0]?.how, 'now by assize gateway --name db -- npx …');
  const { docs } = JSON.parse(changed).mcpServers;
  const headers = docs.args.filter((word: string) => word.includes('='));
  assert.deepEqual(
    headers.map((header: string) => docs.env[header.replace(/.*=/, '')]),
    ['one', 'two', 'three'],
  );
});

test('takes-no-server-for-governed-that-is-only-given-its-words', () => {
  const words = ['assize', 'gateway', '--name', 'x'];
  for (const entry of [
    { command: '/bin/evil', args: words },
    { command: 'npx', args: ['-y', 'evil', ...words] },
    { command: 'node', args: ['evil.js', ...words] },
    { command: 'node', args: ['--require=evil.js', ...words] },
  ]) {
    const { mcpServers } = governed(JSON.stringify({ mcpServers: { x: entry } }));
    assert.deepEqual(mcpServers.x.args.slice(4), [entry.command, ...entry.args]);
  }
});

test('tells-of-each-entry-that-is-no-server', () => {
  const content = JSON.stringify({ mcpServers: { text: 'npx gmail', none: null, list: ['npx'] } });
  const { servers, content: same } = importClientFile(content, LAUNCHER);
  assert.equal(same, content);
  assert.deepEqual(
    servers.map(({ name, how }) => [name, how]),
    ['text', 'none', 'list'].map((name) => [name, 'NOT behind the gateway: its entry is not an object']),
  );
});

test('refuses-a-file-that-names-one-server-twice', () => {
  for (const content of [
    '{"mcpServers": {"x": {"command": "a"}, "x": {"command": "b"}}}',
    '{"mcpServers": {"x": {"command": "a"}}, "mcpServers": {"x": {"command": "b"}}}',
    '{"servers": {"x": {"command": "a", "command": "b"}}}',
  ])
    assert.throws(() => importClientFile(content, LAUNCHER), /twice/);
});
