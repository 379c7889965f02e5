/**
 * Two complete deployments behind the HAProxy files of `deploy/cells`: each tenant is answered by its own cell, and a
 * cell that dies disturbs no tenant of the other.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type DatabaseKind, newDatabase, newFolder, whyNot } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { type Client, connect, connectFor } from './support/http/client.ts';
import {
  type Answer,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  SURFACES,
  type Surface,
} from './support/http/in-process.ts';
import { startLoad } from './support/nodes/load.ts';
import { requireWhole } from './support/nodes/promises.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

const FILES = path.join(import.meta.dirname, '../deploy/cells');
const OTHER_KEY = `ak_${'c3'.repeat(16)}`;
const UNKNOWN_KEY = `ak_${'e5'.repeat(16)}`;
/** Each cell's keys for production and the sandbox. */
const KEYS = [
  [PRODUCTION_KEY, SANDBOX_KEY],
  [OTHER_KEY, `ak_${'d4'.repeat(16)}`],
];
/** The addresses in `hosts.map`. */
const PEOPLE = ['one.assize.example.org', 'two.assize.example.org'];
const EVIDENCE = { a: '/api/v1/evidence', b: '/v1/evidence' };
const EASY = { action: 'email.send', context: { risk_level: 'low' } };
const AUTHZEN = {
  subject: { type: 'agent', id: 'agent-7' },
  action: { name: 'email.send' },
  resource: { type: 'mail', id: '1' },
};
const VERDICTS = 50;
const GUESSES_AT_ONCE = 50;

const KIND: DatabaseKind = whyNot('postgres') === false ? 'postgres' : 'sqlite';
const hasProxy = spawnSync('haproxy', ['-v']).error === undefined;

interface Proxied {
  services: readonly RunningService[];
  proxy: RunningProxy;
  client: Client;
}

interface RunningProxy {
  baseUrl: string;
  /** Everything that the process has logged. */
  output(): string;
}

const PROMISES: Record<string, (t: TestContext, proxied: Proxied) => Promise<void>> = {
  async 'each-tenant-is-answered-by-its-own-cell'(t, { services, client }) {
    for (const [number, service] of services.entries()) {
      const own = connectFor(t, service.baseUrl);
      for (const surface of ['a', 'b'] as const) {
        for (const key of KEYS[number] ?? []) {
          const { status, body } = await evaluate(client, surface, key);
          assert.equal(status, 200);
          const record = await own.ask(surface, `${EVIDENCE[surface]}/${body.evidence_id}`, { key });
          assert.equal(record.status, 200, 'the evidence is in the database of the cell');
        }
        const key = (KEYS[number]?.[1] ?? '').replace('ak_', 'ak_sandbox_');
        const sandbox = `/sandbox${SURFACES[surface].evaluate}`;
        assert.equal((await client.ask(surface, sandbox, { key, body: EASY })).status, 200);
      }
      const [key = ''] = KEYS[number] ?? [];
      const { status, body } = await client.ask('b', '/access/v1/evaluation', { key, body: AUTHZEN });
      assert.equal(status, 200, JSON.stringify(body));
    }
  },

  async 'a-key-works-as-soon-as-it-is-made-and-not-after-it-is-revoked'(_t, { client }) {
    for (const key of [PRODUCTION_KEY, OTHER_KEY]) {
      const made = await client.ask('a', '/api/v1/api-keys', {
        key,
        body: { name: 'new', environment: 'sandbox' },
      });
      assert.equal(made.status, 201);
      const { id, key: secret } = made.body;
      assert.equal((await evaluate(client, 'b', secret)).status, 200);
      const revoked = await client.ask('a', `/api/v1/api-keys/${id}`, { key, method: 'DELETE' });
      assert.equal(revoked.status, 200);
      await until(async () => (await evaluate(client, 'b', secret)).status === 403);
    }
  },

  async 'people-sign-in-at-the-address-of-their-cell'(_t, { proxy }) {
    assert.equal(await signIn(proxy, new URL(proxy.baseUrl).host), 421);
    for (const host of PEOPLE) assert.equal(await signIn(proxy, host), 401, 'the cell was asked');
    const closed = ['/metrics', '/readyz', '/%6detrics', '/readyz?a'].map((place) => [place, 404] as const);
    for (const [place, status] of [['/', 200] as const, ...closed]) {
      assert.equal((await fetch(new URL(place, proxy.baseUrl))).status, status, place);
    }
  },

  async 'no-log-and-no-file-holds-a-key'(_t, { proxy, client }) {
    for (const key of [PRODUCTION_KEY, OTHER_KEY, UNKNOWN_KEY]) {
      for (const surface of ['a', 'b'] as const) await evaluate(client, surface, key);
      await client.ask('a', `/api/v1/evidence/export/exp_0/download?signature=${key}`, { key: null });
    }
    await until(() => proxy.output().includes('/api/v1/evidence/export/exp_0/download'));
    assert.match(proxy.output(), /POST \/v1\/governance\/evaluate 200 cell_2\/node_1/);
    assert.doesNotMatch(proxy.output(), /ak_/);
    assert.doesNotMatch(readFileSync(path.join(FILES, 'cells.map'), 'utf8'), /ak_/);
  },

  async 'no-cell-takes-an-unknown-key-and-guessing-is-slowed-down'(_t, { client }) {
    assert.equal((await evaluate(client, 'a', PRODUCTION_KEY)).status, 200);
    for (const surface of ['a', 'b'] as const) {
      for (const key of [UNKNOWN_KEY, 'nonsense', null]) {
        const { status, body } = await evaluate(client, surface, key);
        assert.equal(status, 401);
        assert.match(body.detail, /^Missing or invalid API key\./);
      }
    }
    const guess = async (number: number) =>
      (await client.ask('a', '/api/v1/me', { key: `ak_${number.toString(16).padStart(32, '0')}` })).status;
    let guesses = 0;
    await until(async () => {
      guesses += GUESSES_AT_ONCE;
      const statuses = Array.from({ length: GUESSES_AT_ONCE }, (_, place) => guess(guesses + place));
      return (await Promise.all(statuses)).includes(429);
    });
    assert.equal((await evaluate(client, 'a', PRODUCTION_KEY)).status, 200, 'known keys are not slowed down');
  },

  async 'a-cell-that-dies-disturbs-no-tenant-of-the-other'(t, { services, proxy, client }) {
    assert.equal((await evaluate(client, 'b', OTHER_KEY)).status, 200);
    const load = startLoad(t, proxy.baseUrl, 'other-cell');
    await load.untilPromised(VERDICTS);
    await services[1]?.stop('SIGKILL');
    for (const surface of ['a', 'b'] as const) {
      const answer = await evaluate(client, surface, OTHER_KEY);
      assert.equal(answer.status, 503, 'a tenant of the dead cell gets no verdict');
      assert.match(answer.body.detail, /away/);
      assert.equal(answer.headers['retry-after'], '1');
    }
    const { status } = await evaluate(client, 'a', UNKNOWN_KEY);
    assert.equal(status, 503, 'it cannot be told apart from a key of the dead cell');
    const before = load.promised.length;
    await load.untilPromised(before + VERDICTS);
    await load.stop();
    assert.deepEqual({ refused: load.refused, broken: load.broken }, { refused: [], broken: [] });
  },
};

test('two-cells-behind-one-proxy', { skip: hasProxy ? false : 'no haproxy' }, async (t) => {
  const services = await Promise.all(PEOPLE.map((_, number) => startCell(t, number)));
  for (const [promise, hold] of Object.entries(PROMISES)) {
    await t.test(promise, async (sub) => {
      const proxy = await startProxy(sub, services);
      const client = connect(proxy.baseUrl);
      sub.after(() => client.close());
      await hold(sub, { services, proxy, client });
    });
  }
});

test('each-cell-of-the-files-is-asked-and-has-an-address-for-people', () => {
  const configuration = readFileSync(path.join(FILES, 'haproxy.cfg'), 'utf8');
  const sections = [...configuration.matchAll(/^backend (cell_\w+)$/gm)].map(([, name]) => name);
  const shared = [...configuration.matchAll(/^ {2}server (cell_\w+) /gm)].map(([, name]) => name);
  assert.deepEqual(shared, sections);
  const hosts = readFileSync(path.join(FILES, 'hosts.map'), 'utf8');
  assert.deepEqual(
    [...hosts.matchAll(/^[^#\s]+ (\S+)$/gm)].map(([, name]) => name),
    sections,
  );
});

async function startCell(t: TestContext, number: number): Promise<RunningService> {
  const { location, remove } = await newDatabase(KIND);
  const [production = '', sandbox = ''] = KEYS[number] ?? [];
  const service = await spawnService(location, {
    ASSIZE_BASE_URL: `http://${PEOPLE[number]}`,
    ASSIZE_INIT_PRODUCTION_KEY: production,
    ASSIZE_INIT_SANDBOX_KEY: sandbox,
  });
  t.after(async () => {
    await service.stop('SIGKILL');
    await requireWhole(location);
    await remove();
  });
  return service;
}

async function startProxy(t: TestContext, services: readonly RunningService[]): Promise<RunningProxy> {
  const folder = newFolder(t);
  const port = await freePort();
  const [one = '', two = ''] = services.map(({ baseUrl }) => new URL(baseUrl).host);
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', path.join(FILES, 'haproxy.cfg')], {
    cwd: folder,
    env: {
      ...process.env,
      ASSIZE_PROXY_USER: userInfo().username,
      ASSIZE_PROXY_BIND: `127.0.0.1:${port}`,
      ASSIZE_CELL_1_NODE_1: one,
      ASSIZE_CELL_2_NODE_1: two,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  t.after(() => child.kill('SIGKILL'));
  const baseUrl = `http://127.0.0.1:${port}`;
  await until(async () => {
    assert.equal(child.exitCode, null, output);
    return (await fetch(`${baseUrl}/proxy-healthz`).catch(() => null))?.ok === true;
  });
  return { baseUrl, output: () => output };
}

function evaluate(client: Client, surface: Surface, key: string | null): Promise<Answer> {
  return client.ask(surface, SURFACES[surface].evaluate, { key, body: EASY });
}

/** @param host as the browser names it. @returns the status of a sign-in with a wrong password. */
function signIn(proxy: RunningProxy, host: string): Promise<number> {
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${proxy.baseUrl}/auth/sign-in/email`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ email: 'kim@acme.example', password: 'not this one' }));
  });
}
