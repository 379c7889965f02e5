/** The service inside the seed's own process, asked through its real HTTP application. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../service/config/config.ts';
import { createFirstKeys } from '../../service/first-run.ts';
import { buildApp } from '../../service/http/app.ts';
import { createLogger } from '../../service/logging/log.ts';
import { startService } from '../../service/wiring.ts';
import { newKey } from '../servers/assize.ts';

/** An answer, not yet typed: the seed takes from it what it needs. */
export type Body = ReturnType<typeof JSON.parse>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Asked {
  production: string;
  sandbox: string;
  /** @throws where the answer is a refusal. @param key the production key by default. */
  ask(method: Method, url: string, body?: object, key?: string): Promise<Body>;
  /** The number of artifacts of the production chain. */
  artifacts(): Promise<number>;
  close(): Promise<void>;
}

const MAX_TRIES = 20;
const RETRY_MS = 500;

export async function openService(folder: string, databaseUrl: string | undefined): Promise<Asked> {
  mkdirSync(folder, { recursive: true });
  const [production, sandbox] = [newKey(), newKey()];
  const config = readConfig({
    ASSIZE_DATA_DIR: path.resolve(folder),
    ASSIZE_INIT_PRODUCTION_KEY: production,
    ASSIZE_INIT_SANDBOX_KEY: sandbox,
    ASSIZE_INIT_TENANT: 'northwind',
    ASSIZE_INIT_TIER: 'enterprise',
    ASSIZE_RATE_LIMITS: 'off',
    ASSIZE_LOG_LEVEL: 'error',
    ...(databaseUrl === undefined ? {} : { ASSIZE_DATABASE_URL: databaseUrl }),
  });
  const service = await startService(config, createLogger(config.logLevel));
  const tenants = await service.db.selectFrom('tenants').select('tenant_id').execute();
  if (tenants.length > 0) throw new Error(`${folder} holds a service already: name an empty folder`);
  await createFirstKeys(service);
  const health = { problems: async () => [] };
  const app = await buildApp({ services: service, health, logger: service.log, baseUrl: config.baseUrl });
  return {
    production,
    sandbox,
    async ask(method, url, body, key = production) {
      for (let tried = 1; ; tried += 1) {
        const { statusCode, text } = await answerTo(app, method, url, body, key);
        if (statusCode < 300) return JSON.parse(text) as Body;
        // As a client does: nothing was recorded then.
        if (statusCode !== 503 || tried === MAX_TRIES)
          throw new Error(`${method} ${url}: ${statusCode} ${text}`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    },
    async artifacts() {
      const { chain } = await service.authenticator.authenticate(production);
      const { db } = service;
      const row = await db.selectFrom('chains').select('size').where('chain', '=', chain).executeTakeFirst();
      return row?.size ?? 0;
    },
    async close() {
      await app.close();
      await service.close();
    },
  };
}

async function answerTo(
  app: FastifyInstance,
  method: Method,
  url: string,
  body: object | undefined,
  key: string,
) {
  const isSurfaceA = url.includes('/api/v1/');
  const { statusCode, body: text } = await app.inject({
    method,
    url,
    headers: {
      ...(isSurfaceA ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: body === undefined ? undefined : JSON.stringify(body),
  });
  return { statusCode, text };
}
