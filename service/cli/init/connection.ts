/** The service that `assize init` sets up, asked over HTTP, since it may run elsewhere. The key goes to it alone. */
import type { Scope } from '../../keys/index.ts';
import type { Answers } from './answers.ts';

const TIMEOUT_MS = 15_000;

/** The service refused. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Me {
  kind: string;
  name: string;
  agent_id: string | null;
  scopes: readonly Scope[];
  environment: string;
  tenant: { name: string };
}

export class Connection {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.#key = key;
  }

  /** @param path from `/api/v1` on. @throws {Refusal} where it says no, and an error where it does not answer. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': this.#key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(
        `${this.url} does not answer (${reasonOf(error)}). Start the service, or correct --url.`,
      );
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as T;
    if (response.ok) throw new Error(`${this.url} does not answer like Assize.`);
    const { detail } = (answer ?? {}) as { detail?: unknown };
    const said = typeof detail === 'string' ? `: ${detail}` : '.';
    throw new Refusal(response.status, `${this.url} answered ${response.status} to ${method} ${path}${said}`);
  }

  /** @returns null where there is no such thing. */
  async find<T>(path: string): Promise<T | null> {
    return this.ask<T>('GET', path).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    });
  }
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}

/** Whether this key can set up what was answered. @throws with what to do instead. */
export async function examined(
  service: Connection,
  { environment }: Pick<Answers, 'environment'>,
): Promise<Me> {
  const me = await service.ask<Me>('GET', '/me').catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    throw new Error(`${service.url} answers, and does not know the key. The first start printed yours.`);
  });
  if (typeof me.environment !== 'string' || !Array.isArray(me.scopes)) {
    throw new Error(`${service.url} does not answer like Assize.`);
  }
  if (me.environment !== environment) {
    throw new Error(
      `The key is one of the ${me.environment} environment, and the answer is ${environment}: give the other key.`,
    );
  }
  const needed: readonly Scope[] = ['governance:evaluate', 'evidence:read', 'evidence:write', 'keys:manage'];
  const lacking = needed.filter((scope) => !me.scopes.includes(scope));
  if (lacking.length === 0) return me;
  throw new Error(
    `The key lacks ${lacking.join(' and ')}: give one that may do everything, not that of an agent.`,
  );
}
