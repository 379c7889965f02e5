/** A service in this process, and a tenant of it for each domain, governed through the API as users do it. */
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../service/config/config.ts';
import { createFirstKeys } from '../../service/first-run.ts';
import { buildApp } from '../../service/http/app.ts';
import { createKey } from '../../service/keys/index.ts';
import { createLogger } from '../../service/logging/log.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import { startService } from '../../service/wiring.ts';

export type Ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => Promise<Answer>;

// biome-ignore lint/suspicious/noExplicitAny: the answers of the API, as a caller reads them.
type Answer = any;

export interface Tenants {
  /** A new one, without anything. */
  next(): Promise<Ask>;
  close(): Promise<void>;
}

export async function openTenants(folder: string): Promise<Tenants> {
  const config = readConfig({
    ASSIZE_DATA_DIR: path.join(folder, 'judgement'),
    ASSIZE_LOG_LEVEL: 'silent',
    ASSIZE_RATE_LIMITS: 'off',
  });
  const service = await startService(config, createLogger(config.logLevel));
  await createFirstKeys(service);
  const health = { problems: async () => [] };
  const app = await buildApp({ services: service, health, logger: service.log, baseUrl: config.baseUrl });
  let count = 0;
  return {
    async next() {
      count += 1;
      const tenant = await ensureTenant(service, `tenant-${count}`, 'enterprise');
      const created = await createKey(service, tenant, null, { name: 'bench', environment: 'production' });
      if (created === null) throw new Error('the key was not stored');
      return asking(app, created.secret);
    },
    async close() {
      await app.close();
      await service.close();
    },
  };
}

function asking(app: FastifyInstance, key: string): Ask {
  return async (method, url, body) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const answer = await app.inject({ method, url, headers, payload });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
}
