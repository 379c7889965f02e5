/** The service in this process, asked through its own HTTP application, to fill databases and to judge many calls. */
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../service/config/config.ts';
import { createFirstKeys } from '../../service/first-run.ts';
import { buildApp } from '../../service/http/app.ts';
import { createKey } from '../../service/keys/index.ts';
import { createLogger } from '../../service/logging/log.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import { type Service, startService } from '../../service/wiring.ts';
import type { Method } from '../http.ts';
import { credential } from './assize.ts';

/** The parsed body of an API answer. */
export type Body = ReturnType<typeof JSON.parse>;
/** @throws if the answer is a refusal. */
export type Ask = (method: Method, url: string, body?: object) => Promise<Body>;

export interface InProcess {
  service: Service;
  asking(key: string): Ask;
  /** @returns the tenant's key. */
  newTenant(name: string): Promise<string>;
}

const MAX_TRIES = 20;
const RETRY_MS = 500;

/** Runs work with a service on a database that no other process serves at the same time. */
export async function withInProcess<T>(
  environment: Record<string, string>,
  work: (own: InProcess) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ASSIZE_RATE_LIMITS: 'off', ASSIZE_LOG_LEVEL: 'error', ...environment });
  const service = await startService(config, createLogger(config.logLevel));
  await createFirstKeys(service);
  const health = { problems: async () => [] };
  const app = await buildApp({ services: service, health, logger: service.log, baseUrl: config.baseUrl });
  const asking = (key: string) => askingOf(app, key);
  const newTenant = async (name: string) => {
    const tenant = await ensureTenant(service, name, 'enterprise');
    const created = await createKey(service, tenant, null, { name: 'bench', environment: 'production' });
    if (created === null) throw new Error('the key was not stored');
    return created.secret;
  };
  try {
    return await work({ service, asking, newTenant });
  } finally {
    await app.close();
    await service.close();
  }
}

function askingOf(app: FastifyInstance, key: string): Ask {
  return async (method, url, body) => {
    const headers = { ...credential(url, key), ...(body && { 'content-type': 'application/json' }) };
    const payload = body && JSON.stringify(body);
    for (let tried = 1; ; tried += 1) {
      const { statusCode, body: text } = await app.inject({ method, url, headers, payload });
      if (statusCode < 300) return text === '' ? null : JSON.parse(text);
      // Retries like a client: the service was busy and recorded nothing.
      if (statusCode !== 503 || tried === MAX_TRIES)
        throw new Error(`${method} ${url}: ${statusCode} ${text}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
}
