/** No stranger delays verdicts at sign-in: each route of `/auth` gets hostile requests without a key or session. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { type Description, hostileRequests } from './support/event-loop/hostile-requests.ts';
import type { Schema } from './support/event-loop/hostile-values.ts';
import { startProbedService } from './support/event-loop/probed.ts';
import type { RawRequest } from './support/event-loop/raw-request.ts';
import { watch } from './support/event-loop/watch.ts';
import { testConfig } from './support/http/in-process.ts';
import { appWithRoutes, type Route } from './support/http/routes.ts';
import { EMAIL } from './support/people/sign-in.ts';

const ROUTES = 25;
/** Characters that stand for letters in many ways, so that the password meter has as many readings to compare. */
const SIGNS = '4@8({[<369&#!1|7/2$5+0%';
/** Easy to guess, and scored in a fifth of a second. */
const GUESSED = 'p4$$w0rd'.repeat(32);
/** Fields with these names get values that a stranger can invent, so that only the field under attack is refused. */
const MADE_UP: Record<string, unknown> = {
  email: EMAIL,
  name: 'Dana',
  password: 'a made-up password',
  current_password: 'a made-up password',
  token: 'a'.repeat(43),
  code: '123456',
  response: { id: 'made-up' },
};

testOnOneDatabase('no-stranger-at-the-way-in-keeps-others-waiting', async (location, t) => {
  const routes = await authRoutes(t, location);
  assert.ok(routes.length >= ROUTES, `${routes.length} routes`);
  const service = await startProbedService(t, location);
  const headers = { origin: service.baseUrl };
  const watching = watch(t, service);
  const send = (name: string, request: RawRequest) => watching.send(name, { ...request, headers });
  for (const [name, request] of costlyPasswords(routes)) await send(name, request);
  const link = /\/join#(\S+)/.exec(service.output())?.[1];
  const join = { token: link, name: 'Dana', email: EMAIL, password: GUESSED };
  const scored = await send('a costly password with a link that holds', requestOf('/auth/join', join));
  assert.equal(scored.status, 422, JSON.stringify(scored.body));
  for (const request of hostileRequests(described(routes), {})) await send(request.name, request);
  const seen = await watching.end();
  assert.deepEqual(
    seen.filter(({ answer }) => answer.status === 500).map(({ name }) => name),
    [],
  );
});

async function authRoutes(t: TestContext, location: DatabaseLocation): Promise<Route[]> {
  const service = await startService(testConfig(location), createLogger('silent'));
  t.after(() => service.close());
  const { app, routes } = await appWithRoutes(service);
  await app.close();
  return routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/auth/'));
}

function* costlyPasswords(routes: readonly Route[]): Generator<[name: string, RawRequest]> {
  for (const { url, schema } of routes) {
    const known = propertiesOf(schema?.body);
    if (!('password' in known)) continue;
    for (const length of [64, 256]) {
      const body = { ...exampleOf(known), password: costlyPassword(length) };
      yield [`${url}, a costly password of ${length} characters`, requestOf(url, body)];
    }
  }
}

function requestOf(url: string, body: object): RawRequest {
  return { surface: 'a', method: 'POST', url, body: JSON.stringify(body) };
}

/** The same in every run. */
function costlyPassword(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return SIGNS[state % SIGNS.length];
  }).join('');
}

function described(routes: readonly Route[]): Description {
  const paths: Description['paths'] = {};
  for (const { method, url, schema } of routes) {
    const query = Object.entries(propertiesOf(schema?.querystring));
    const body = schema?.body as Schema | undefined;
    const operation = {
      operationId: `${method} ${url}`,
      parameters: query.map(([name, each]) => ({ in: 'query' as const, name, schema: each })),
      ...(body && {
        requestBody: {
          content: { 'application/json': { schema: body, example: exampleOf(propertiesOf(body)) } },
        },
      }),
    };
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation };
  }
  return { paths };
}

function propertiesOf(schema: unknown): Record<string, Schema> {
  return (schema as Schema | undefined)?.properties ?? {};
}

function exampleOf(known: Record<string, Schema>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(known).map((name) => [name, MADE_UP[name] ?? 'made-up']));
}
