/**
 * Runs the official conformance suite without the gateway and with it, in both roles: what passes without it must
 * pass with it. It has no scenario for a server that wants tokens: `mcp/http/oauth/` tests that with the official client.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { conformanceServer } from '../tests/support/gateway/conformance-server.ts';
import { protectedGateway } from '../tests/support/gateway/oauth.ts';
import { testWithClient } from '../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../tests/support/http/in-process.ts';
import { ASSIZE } from '../tests/support/processes/command.ts';
import { machineToken, startAuthorizationServer } from '../tests/support/tokens/authorization-server.ts';
import { configurationOf } from './configuration/file.ts';

const ROOT = path.join(import.meta.dirname, '..');
const OFFICIAL = path.join(ROOT, 'examples/node_modules/@modelcontextprotocol');
const RUNNER = path.join(OFFICIAL, 'conformance/dist/index.js');
const INSPECTOR = path.join(OFFICIAL, 'inspector/clients/launcher/build/index.js');
const CLIENT = path.join(import.meta.dirname, '../tests/support/gateway/conformance-client.ts');
const LOGIN_CLIENT = path.join(import.meta.dirname, '../tests/support/gateway/conformance-login.ts');
const skip = existsSync(RUNNER) ? false : 'run `npm ci --prefix examples` first';

/** How long the runner waits for a client, which starts two processes. */
const patient = ['--timeout', '120000'];

const CLIENT_SCENARIOS = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];

/**
 * Every scenario of a client that logs in, but three: two prove the client by a signed JWT or by another company's
 * identity provider, which the gateway can't, and in `2025-03-26-oauth-metadata-backcompat` the metadata name another
 * issuer than the one asked, which RFC 8414 section 3.3 refuses.
 */
const LOGIN_SCENARIOS = [
  ...[
    'metadata-default',
    'metadata-var1',
    'metadata-var2',
    'metadata-var3',
    'basic-cimd',
    'pre-registration',
  ],
  ...['scope-from-www-authenticate', 'scope-from-scopes-supported', 'scope-omitted-when-undefined'],
  ...['scope-step-up', 'scope-retry-limit', 'offline-access-scope', 'offline-access-not-supported'],
  ...['token-endpoint-auth-basic', 'token-endpoint-auth-post', 'token-endpoint-auth-none'],
  ...['2025-03-26-oauth-endpoint-fallback', 'resource-mismatch', 'client-credentials-basic'],
];

testWithClient('a-server-conforms-behind-the-gateway-as-it-does-alone', async (t, { url: service }) => {
  if (skip !== false) return t.skip(skip);
  const url = await conformanceServer(t);
  const configuration = configurationOf(
    { url: service, key: PRODUCTION_KEY, newTools: 'allow' },
    [{ kind: 'http', name: 'tested', url, headers: {} }],
    {},
  );
  const resources: Record<string, string> = {};
  const authorization = await startAuthorizationServer(t, resources);
  const gateway = await protectedGateway(t, configuration, { issuer: authorization.issuer });
  const target = `${gateway.url}/tested/mcp`;
  resources[target] = '';
  const alone = await serverResults(url);
  assert.ok(Object.keys(alone).length >= 30, JSON.stringify(alone));
  const token = await machineToken(authorization, { resource: target });
  for (const [name, credential] of Object.entries({ key: PRODUCTION_KEY, token })) {
    const governed = await serverResults(await withCredential(t, target, credential));
    assert.deepEqual(failuresBeside(alone, governed), {}, name);
    t.diagnostic(`checks passed: ${passedIn(alone)} alone, ${passedIn(governed)} with a ${name}`);
  }
});

testWithClient('a-client-conforms-behind-the-gateway-as-it-does-alone', async (t, { url: service }) => {
  if (skip !== false) return t.skip(skip);
  const environment = { ASSIZE_URL: service, ASSIZE_KEY: PRODUCTION_KEY };
  for (const scenario of CLIENT_SCENARIOS) {
    const results: Record<string, string> = {};
    // The runner times a reconnection: on a busy machine it comes too late in one of the two.
    for (let tries = 0; tries < 4 && (tries === 0 || results.gateway !== results.alone); tries += 1) {
      for (const way of ['alone', 'gateway']) {
        const command = `${process.execPath} ${CLIENT} ${way}`;
        const output = await run(
          ['client', '--command', command, ...patient, '--scenario', scenario],
          environment,
        );
        results[way] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output)?.[0] ?? output.slice(-2_000);
      }
    }
    assert.match(String(results.alone), /^Passed: [1-9]\d*/, scenario);
    assert.equal(results.gateway, results.alone, scenario);
    t.diagnostic(`${scenario}: ${JSON.stringify(results)}`);
  }
});

testWithClient('the-gateway-conforms-as-a-client-that-logs-in', async (t, { url: service }) => {
  if (skip !== false) return t.skip(skip);
  const environment = { ASSIZE_URL: service, ASSIZE_KEY: PRODUCTION_KEY };
  for (const scenario of LOGIN_SCENARIOS) {
    const command = `${process.execPath} ${LOGIN_CLIENT}`;
    const words = ['client', '--command', command, ...patient, '--scenario', `auth/${scenario}`];
    const output = await run(words, environment);
    const [, passed, all] = /Passed: ([1-9]\d*)\/(\d+), 0 failed, 0 warnings/.exec(output) ?? [];
    assert.ok(passed !== undefined && passed === all, `${scenario}: ${output.slice(-2_000)}`);
    t.diagnostic(`${scenario}: ${passed} of ${all}`);
  }
});

testWithClient('the-command-line-of-the-inspector-works-through-the-gateway', async (t, { url }) => {
  if (skip !== false) return t.skip(skip);
  const server = path.join(ROOT, 'examples/mcp/server.ts');
  const gateway = [ASSIZE, 'gateway', '--name', 'shop', '--new-tools', 'allow', '--'];
  const settings = { ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY };
  const variables = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const call = ['--cli', '--method', 'tools/call', '--tool-name', 'list_orders', ...variables];
  const wrapped = [process.execPath, ...gateway, process.execPath, server];
  const output = await runProgram(INSPECTOR, [...call, '--', ...wrapped], {});
  assert.match(output, /SO-/);
});

interface Counts {
  passed: number;
  failed: number;
}

function passedIn(results: Record<string, Counts>): number {
  return Object.values(results).reduce((sum, { passed }) => sum + passed, 0);
}

async function serverResults(url: string): Promise<Record<string, Counts>> {
  const output = await run(['server', '--url', url, '--suite', 'all'], {});
  const lines = output.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm);
  return Object.fromEntries(
    [...lines].map(([, name, passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}

function failuresBeside(alone: Record<string, Counts>, governed: Record<string, Counts>) {
  const worse = Object.entries(alone).filter(([name, { passed, failed }]) => {
    const with_ = governed[name];
    return with_ === undefined || with_.passed < passed || with_.failed > failed;
  });
  return Object.fromEntries(
    worse.map(([name, counts]) => [name, { alone: counts, governed: governed[name] }]),
  );
}

const run = (words: readonly string[], environment: Record<string, string>) =>
  runProgram(RUNNER, words, environment);

function runProgram(
  program: string,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}

/** The runner can't send a credential, so this adds one. @returns the address to give to the runner */
async function withCredential(t: TestContext, target: string, credential: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${credential}` };
    const { method } = incoming;
    const passed = send(target, { headers, ...(method !== undefined && { method }) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
