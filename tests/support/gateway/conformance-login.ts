/**
 * A client for the official conformance runner, which starts it with the address of the runner's server as last
 * argument. It logs in by `assize gateway login`, and then calls each tool through the gateway, which it starts itself;
 * where a call demands more scopes, it runs the command that the gateway names.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ASSIZE } from '../processes/command.ts';

/** The client of which the runner accepts the document. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';
const MAX_LOGINS = 2;
const url = process.argv.at(-1) ?? '';
const { MCP_CONFORMANCE_CONTEXT = '{}', ASSIZE_URL, ASSIZE_KEY = '' } = process.env;
const { client_id: clientId, client_secret: secret, name = '' } = JSON.parse(MCP_CONFORMANCE_CONTEXT);
const isMachine = String(name).startsWith('auth/client-credentials');

const folder = mkdtempSync(path.join(tmpdir(), 'assize-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'gateway.json');
const oauth = {
  clientMetadataUrl: CLIENT_DOCUMENT,
  ...(clientId && { clientId }),
  ...(secret && { clientSecretEnv: 'CLIENT_SECRET' }),
  ...(isMachine && { grant: 'client_credentials' }),
};
const settings = { url: ASSIZE_URL, key: ASSIZE_KEY, newTools: 'allow', listen: { port: 0 } };
writeFileSync(file, JSON.stringify({ assize: settings, mcpServers: { runner: { url, oauth } } }), {
  mode: 0o600,
});
const env = { PATH: process.env.PATH, HOME: folder, CLIENT_SECRET: secret };

/** Returns the first match in the output, or undefined if the process ends without one. */
function started(words: readonly string[], shows: RegExp) {
  const child = spawn(process.execPath, [ASSIZE, 'gateway', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const shown = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        process.stderr.write(text);
        const found = shows.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void ended.then(() => resolve(undefined));
  });
  return { child, ended, shown };
}

async function logIn(...more: string[]): Promise<void> {
  const login = started(['login', 'runner', '--config', file, '--no-browser', ...more], /address: (\S+)\n/);
  const address = await login.shown;
  if (address === undefined) process.exit(1);
  await (await fetch(address)).text();
  await login.ended;
}

if (!isMachine) await logIn();
const gateway = started(['serve', '--config', file], /runner is at (\S+)\n/);
const address = await gateway.shown;
const client = new Client({ name: 'conformance', version: '1.0.0' });
const headers = { authorization: `Bearer ${ASSIZE_KEY}` };

async function withLogins<T>(act: () => Promise<T>, logins = 0): Promise<T> {
  const failed = (said: string): Promise<T> => {
    const [, scope] = /login runner --scope \\?"([^"\\]+)/.exec(said) ?? [];
    if (scope === undefined || logins >= MAX_LOGINS) throw new Error(said);
    return logIn('--scope', scope).then(() => withLogins(act, logins + 1));
  };
  let result: T;
  try {
    result = await act();
  } catch (error) {
    return failed(String(error));
  }
  const said = JSON.stringify(result) ?? '';
  return said.includes('login runner --scope') ? failed(said) : result;
}

try {
  await withLogins(() =>
    client.connect(new StreamableHTTPClientTransport(new URL(address ?? ''), { requestInit: { headers } })),
  );
  const { tools } = await withLogins(() => client.listTools());
  for (const tool of tools) await withLogins(() => client.callTool({ name: tool.name, arguments: {} }));
  await client.close();
} finally {
  gateway.child.kill();
}
