/** Asks the service in this process through its own HTTP application, as agents and people do. */
import { parseJson } from '@assize/evidence-format';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../http/app.ts';
import { pagesAt, sessionCookieOf } from '../../members/identity/index.ts';
import type { Service } from '../../wiring.ts';

/** The parsed body of an answer. */
export type Answer = ReturnType<typeof JSON.parse>;
/** The service refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @param path below `/api/v1`. @throws {Refused} */
export type Ask = (path: string, body?: object, method?: 'POST' | 'PUT') => Promise<Answer>;

export interface Asking {
  withKey(secret: string): Ask;
  /** @param cookie of a session, as `Set-Cookie` has it. */
  withSession(cookie: string): Ask;
  close(): Promise<void>;
}

export async function askingOf(service: Service): Promise<Asking> {
  const { baseUrl } = service.config;
  const health = { problems: async () => [] };
  const app = await buildApp({ services: service, health, logger: service.log, baseUrl });
  const { host, origin } = new URL(pagesAt(baseUrl));
  return {
    withKey: (secret) => asking(app, { 'x-api-key': secret }),
    withSession(cookie) {
      const [pair = ''] = cookie.split(';');
      if (!pair.startsWith(sessionCookieOf(baseUrl))) throw new Error('this is not the cookie of a session');
      return asking(app, { cookie: pair, origin, host });
    },
    close: () => app.close(),
  };
}

function asking(app: FastifyInstance, credential: Record<string, string>): Ask {
  return async (path, body, method = 'POST') => {
    const url = `/api/v1${path}`;
    const sent =
      body === undefined
        ? { method: 'GET' as const, headers: credential }
        : {
            method,
            headers: { ...credential, 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          };
    const { statusCode, body: text } = await app.inject({ url, ...sent });
    if (statusCode >= 300)
      throw new Refused(statusCode, `The demo could not ${method} ${url}: ${statusCode} ${text}`);
    return text === '' ? null : parseJson(text);
  };
}
