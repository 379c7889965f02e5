/**
 * Starts a service with a database, first keys and the real HTTP application inside the test's own process. It loads
 * the service with the first one: half of the files that start a process need only the names here, and loading takes
 * 0.6 s of processor time.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Config, readConfig } from '@assize/service/config/config.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Service, StartOptions } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';
import '../threads/bundled-threads.ts';
import { dataDirFor, signingDirFor } from '../databases/databases.ts';

export const PRODUCTION_KEY = `ak_${'a1'.repeat(16)}`;
export const SANDBOX_KEY = `ak_${'b2'.repeat(16)}`;

export interface TestService {
  service: Service;
  app: FastifyInstance;
}

export function testConfig(location: DatabaseLocation, environment: Record<string, string> = {}): Config {
  const config = readConfig({
    ASSIZE_INIT_PRODUCTION_KEY: PRODUCTION_KEY,
    ASSIZE_INIT_SANDBOX_KEY: SANDBOX_KEY,
    ASSIZE_INIT_TIER: 'enterprise',
    ASSIZE_LOG_LEVEL: 'silent',
    ASSIZE_RATE_LIMITS: 'off',
    // Slow machines carry less.
    ASSIZE_MAX_WAIT_MS: '60000',
    ...environment,
  });
  return {
    ...config,
    database: location,
    dataDir: dataDirFor(location),
    signingDir: signingDirFor(location),
  };
}

/** Closed when the test ends. */
export async function startTestService(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
  how: StartOptions = {},
): Promise<TestService> {
  const { service } = await openWithoutHttp(t, location, environment, how);
  const app = await appOf(service);
  t.after(() => app.close());
  return { service, app };
}

/** Has its first keys, but no HTTP application, which takes as long to build as the rest. */
export async function openWithoutHttp(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
  how: StartOptions = {},
): Promise<Pick<TestService, 'service'>> {
  const { createFirstKeys } = await import('@assize/service/first-run.ts');
  const { createLogger } = await import('@assize/service/logging/log.ts');
  const { startService } = await import('@assize/service/wiring.ts');
  const config = testConfig(location, environment);
  const service = await startService(config, createLogger(config.logLevel), how);
  t.after(() => service.close());
  await createFirstKeys(service);
  return { service };
}

/** Builds the application for a service that has its first keys. */
export async function appOf(service: Service): Promise<FastifyInstance> {
  const { createFirstKeys } = await import('@assize/service/first-run.ts');
  const { buildApp } = await import('@assize/service/http/app.ts');
  await createFirstKeys(service);
  const health = { problems: async () => [] };
  const { baseUrl, trustedProxies, fastPath: hasFastPath } = service.config;
  const options = { health, logger: service.log, baseUrl, trustedProxies, hasFastPath };
  return askedByServer(await buildApp({ services: service, ...options }));
}

/** Requests that a test injects go through the server too, and so by the fast path. */
function askedByServer(app: FastifyInstance): FastifyInstance {
  const [listener] = app.server.listeners('request');
  const injecting = (options: InjectOptions | string) => inject(listener as DispatchFunc, options);
  return Object.assign(app, { inject: injecting });
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** The answer, untyped, because the test looks at it. */
  body: ReturnType<typeof JSON.parse>;
}

/** Both surfaces: the same request, in each surface's form. */
export const SURFACES = {
  a: {
    evaluate: '/api/v1/core/governance/evaluate',
    credentials: (key: string) => ({ 'x-api-key': key }),
    invalid: 422,
  },
  b: {
    evaluate: '/v1/governance/evaluate',
    credentials: (key: string) => ({ authorization: `Bearer ${key}` }),
    invalid: 400,
  },
} as const;
export type Surface = keyof typeof SURFACES;

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The default key for calls to an application: the first tenant's, unless a test sets another. */
const speakers = new WeakMap<FastifyInstance, string>();

/** @returns the same application, called with this key by default. */
export function speakFor(app: FastifyInstance, key: string): FastifyInstance {
  const own: FastifyInstance = Object.create(app);
  speakers.set(own, key);
  return own;
}

export function keyOf(app: FastifyInstance): string {
  return speakers.get(app) ?? PRODUCTION_KEY;
}

/** @param call `body`: a string or Buffer is sent unchanged, anything else as JSON; `key`: null for none. */
export async function ask(
  app: FastifyInstance,
  surface: Surface,
  url: string,
  call: Call = {},
): Promise<Answer> {
  const { key = keyOf(app), body, headers = {} } = call;
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await app.inject({
    method,
    url,
    headers: {
      ...(key === null ? {} : SURFACES[surface].credentials(key)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: body === undefined ? undefined : raw ? body : JSON.stringify(body),
  });
  const isJson = /^application\/(?:scim\+)?json/.test(String(response.headers['content-type']));
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  };
}

export function evaluate(
  app: FastifyInstance,
  surface: Surface,
  body: unknown,
  call: Omit<Call, 'body'> = {},
): Promise<Answer> {
  return ask(app, surface, SURFACES[surface].evaluate, { ...call, body });
}

/** Asks for what must succeed. @returns the body. */
export async function askOk(
  app: FastifyInstance,
  surface: Surface,
  url: string,
  call: Call = {},
): Promise<Answer['body']> {
  const { status, body } = await ask(app, surface, url, call);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Truth verification finds that everything agrees with the evidence. */
export async function assertTrue(app: FastifyInstance, call: Call = {}): Promise<void> {
  const { overall_valid, gaps } = await askOk(app, 'a', '/api/v1/evidence/truth-verification', call);
  assert.deepEqual({ overall_valid, gaps }, { overall_valid: true, gaps: [] });
}
