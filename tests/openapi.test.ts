/** The API description is valid and complete, and equals the checked-in file. Its page loads nothing from elsewhere. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SCOPES } from '@assize/service/keys/index.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { newDatabase, type TestDatabase } from './support/databases/databases.ts';
import { incidentFor } from './support/governance/incidents.ts';
import { called } from './support/governance/sessions.ts';
import {
  type Answer,
  appOf,
  ask,
  evaluate,
  startTestService,
  type TestService,
  testConfig,
} from './support/http/in-process.ts';
import { receiversFor } from './support/http/receivers.ts';
import { run } from './support/processes/command.ts';
import { newIssuer } from './support/tokens/issuers.ts';

const ROOT = path.join(import.meta.dirname, '..');
const CHECKED_IN = path.join(ROOT, 'docs/openapi.json');
const SURFACE_OF_PATH = { '/api/v1/': 'surfaceA', '/v1/': 'surfaceB', '/access/v1/': 'surfaceB' } as const;

interface Operation {
  operationId: string;
  summary: string;
  'x-required-scope': string;
  security: object[];
  responses: Record<string, { description: string; content: object }>;
}

/** Closed after the last test. */
let open: TestService;
let database: TestDatabase;
before(async () => {
  database = await newDatabase('sqlite');
  const environment = { ASSIZE_BASE_URL: 'https://assize.example.org/' };
  const service = await startService(testConfig(database.location, environment), createLogger('silent'));
  open = { service, app: await appOf(service) };
});
after(async () => {
  await open.app.close();
  await open.service.close();
  await database.remove();
});

async function describedBy(app: FastifyInstance): Promise<Answer['body']> {
  const { status, body } = await ask(app, 'a', '/openapi.json', { key: null });
  assert.equal(status, 200);
  const responses = Object.values<Record<string, Operation>>(body.paths).flatMap((path) =>
    Object.values(path),
  );
  for (const operation of responses) {
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = referred(body, response);
    }
  }
  return body;
}

/** Follows a reference; returns any other value as it is. */
function referred<Value extends object>(described: Answer['body'], value: Value): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value;
  return value.$ref
    .split('/')
    .slice(1)
    .reduce((inner, name) => inner[name], described);
}

test('the-description-checked-in-is-the-one-served', async () => {
  const { body: served } = await ask(open.app, 'a', '/openapi.json', { key: null });
  const addresses = served.servers.map(({ url }: { url: string }) => url);
  assert.deepEqual(addresses, ['https://assize.example.org', 'https://assize.example.org/sandbox']);
  const checkedIn = JSON.parse(readFileSync(CHECKED_IN, 'utf8'));
  const normalised = JSON.stringify(served).replaceAll('https://assize.example.org', 'http://127.0.0.1:8080');
  assert.deepEqual(checkedIn, JSON.parse(normalised), 'run `npm run generate`');
});

test('all-that-is-made-from-the-description-is-up-to-date', async () => {
  const { code, stderr } = await run(process.execPath, [path.join(ROOT, 'service/generate.ts'), '--check']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('the-description-is-valid-openapi-3-1', async () => {
  const { body: described } = await ask(open.app, 'a', '/openapi.json', { key: null });
  const validator = new Validator();
  const result = await validator.validate(structuredClone(described));
  assert.deepEqual(
    { valid: result.valid, errors: result.errors, version: validator.version },
    { valid: true, errors: undefined, version: '3.1' },
  );
});

test('the-description-says-of-each-operation-what-it-needs-and-answers', async () => {
  const described = await describedBy(open.app);
  const ids = new Set<string>();
  let count = 0;
  for (const [url, operations] of Object.entries<Record<string, Operation>>(described.paths)) {
    const [, surface] = Object.entries(SURFACE_OF_PATH).find(([prefix]) => url.startsWith(prefix)) ?? [];
    for (const operation of Object.values(operations)) {
      count += 1;
      ids.add(operation.operationId);
      assert.ok(operation.summary.length > 5, url);
      const needed = operation['x-required-scope'].split(' ').filter(Boolean);
      assert.ok(
        needed.every((scope) => (SCOPES as readonly string[]).includes(scope)),
        url,
      );
      assert.deepEqual(operation.security, [{ [surface ?? '']: [] }]);
      for (const status of ['401', '403', '500', '503']) assert.ok(status in operation.responses, url);
      const [good, ...others] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      assert.ok(good !== undefined && others.length === 0, url);
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        assert.notEqual(description, 'Default Response', url);
        if (status !== good) assert.deepEqual(Object.keys(content), ['application/json']);
      }
    }
  }
  assert.deepEqual({ idsSize: ids.size, count }, { idsSize: count, count: 238 });
});

/** Sends a body that is too long, and one that is compressed. */
test('the-description-lists-413-and-415-exactly-where-they-can-occur', async () => {
  const { app } = open;
  const described = await describedBy(app);
  const tooLong = JSON.stringify({ note: 'x'.repeat(600 * 1024) });
  const wrong: string[] = [];
  for (const [url, operations] of Object.entries<Record<string, Operation>>(described.paths)) {
    const surface = url.startsWith('/api/') ? 'a' : 'b';
    const asked = url.replaceAll(/\{[^}]+\}/g, 'none');
    for (const [name, { responses }] of Object.entries(operations)) {
      const method = name.toUpperCase() as 'GET' | 'POST';
      if (method !== 'GET' && method !== 'POST') continue;
      const large = await ask(app, surface, asked, { method, body: tooLong });
      const compressed = await ask(app, surface, asked, {
        method,
        body: '{}',
        headers: { 'content-encoding': 'gzip' },
      });
      if ((large.status === 413) !== '413' in responses) wrong.push(`413 of ${method} ${url}`);
      if ((compressed.status === 415) !== '415' in responses) wrong.push(`415 of ${method} ${url}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** Client generators turn parameters into variables, and addresses into templates. */
test('every-parameter-of-an-address-is-a-name-and-stands-in-it', async () => {
  const described = await describedBy(open.app);
  const wrong: string[] = [];
  for (const [url, operations] of Object.entries<Record<string, Answer['body']>>(described.paths)) {
    const inAddress = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
    if (inAddress.some((name) => !/^[a-z][a-z0-9_]*$/.test(name))) wrong.push(url);
    for (const { operationId, parameters = [] } of Object.values(operations)) {
      const declared = parameters.filter((each: { in: string }) => each.in === 'path');
      const names = declared.map(({ name }: { name: string }) => name);
      if (names.sort().join() !== inAddress.sort().join()) wrong.push(`${operationId}: ${names} in ${url}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('the-description-asks-for-no-parameter-that-has-a-default', async () => {
  const described = await describedBy(open.app);
  const required: string[] = [];
  for (const [url, operations] of Object.entries<Record<string, Answer['body']>>(described.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const { name, required: isRequired, schema } of parameters) {
        if (isRequired && schema.default !== undefined) required.push(`${name} of ${url}`);
      }
    }
  }
  assert.deepEqual(required, []);
});

const HELD = { action: 'email.send', context: { risk_level: 'high', arguments: { amount: 90 } } };

/** If an operation's own schema refused its example, the example would mislead its readers. */
test('the-examples-work-as-they-stand', async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const { app, service } = await startTestService(t, location);
  const described = await describedBy(app);
  for (const [url, { post }] of Object.entries<Record<string, Answer['body']>>(described.paths)) {
    // There is no model behind these tests, no bundle or line to decide, and a key has no browsers and signs nothing off.
    const isOfMore =
      /\/(?:mandates\/plan|planner\/test|approvals\/decide|decisions|members\/me\/[\w-]+|sign-offs(?:\/prepare)?)$/;
    if (post?.requestBody === undefined || isOfMore.test(url)) continue;
    const { example } = post.requestBody.content['application/json'];
    assert.ok(example, url);
    const surface = url.startsWith('/api/') ? 'a' : 'b';
    const { evidence_id, approval_id } = (await evaluate(app, 'b', HELD)).body;
    const receivers = await receiversFor(url, service, app);
    const mandate = await ask(app, 'b', '/v1/mandates', { body: { agent_id: 'agent-7', effects: ['read'] } });
    const agentId = `agent-of-${url.split('/').at(-1)}`;
    await ask(app, 'a', '/api/v1/agents', { body: { agent_id: agentId } });
    const issuer = url.includes('{issuer_id}') ? await newIssuer(app, url) : '';
    const session = `session-${surface}`;
    const call = url.includes('{session_id}') ? await called(app, session, { agent_id: 'agent-8' }) : '';
    const asked = url
      .replace('{session_id}', session)
      .replace('{agent_id}', agentId)
      .replace('{issuer_id}', issuer)
      .replace('{incident_id}', await incidentFor(url, app))
      .replace('{mandate_id}', mandate.body.mandate_id)
      .replace('{id}', evidence_id)
      .replace('{approval_id}', approval_id)
      .replace(/\{(endpoint_id|event_id|channel_id|message_id|sink_id)\}/g, (name) => receivers[name] ?? name)
      .replace('{name}', 'payments');
    const tool = await ask(app, 'a', '/api/v1/tools', {
      method: 'PUT',
      body: described.paths['/api/v1/tools'].put.requestBody.content['application/json'].example,
    });
    const text = JSON.stringify(example).replace(/tool_[0-9a-f]{24}/, tool.body.tool_id);
    const body = JSON.parse(url.includes('{session_id}') ? text.replace(/ev_[0-9a-f]{24}/, call) : text);
    const { status } = await ask(app, surface, asked, { body });
    assert.ok(status === 200 || status === 201, `${url}: ${status}`);
  }
});

test('the-page-loads-nothing-from-elsewhere', async () => {
  const { app } = open;
  const page = await app.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-security-policy']), /default-src 'self';/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /https?:|\*/);
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  assert.ok(files.length >= 5);
  for (const file of files) {
    assert.match(file, /^\/docs\/static\/[\w.-]+$/);
    const { statusCode, body, headers } = await app.inject(file);
    assert.equal(statusCode, 200, file);
    if (String(headers['content-type']).includes('css')) {
      assert.doesNotMatch(body, /url\(["']?(?:https?:)?\/\/|@import/);
    }
  }
  const { body: script } = await app.inject('/docs/static/swagger-initializer.js');
  assert.match(script, /"?validatorUrl"?: ?null/);
  assert.equal((await app.inject('/docs/json')).statusCode, 200);
});
