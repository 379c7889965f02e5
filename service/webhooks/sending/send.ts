/**
 * Sends one request, once: a webhook, a question to a tenant's model, or a look at an issuer's keys. The time and the length of the answer are limited; it follows no redirect, uses no proxy, and
 * connects only to allowed addresses. Any behaviour of the target gives a result, never an exception.
 */
import type { Clock } from '../../foundation/clock.ts';
import servicePackage from '../../package.json' with { type: 'json' };
import type { Environment } from '../../tenants/index.ts';
import { urlFault } from '../endpoints/url.ts';
import { guardedAgent } from './network/agent.ts';
import { type Resolve, TargetRefused } from './network/connect.ts';
import { type Answer, Exchange } from './network/exchange.ts';
import { systemNames } from './network/names.ts';
import { answerFault, Stopped, sendError, TimeLimit } from './network/send-fault.ts';

/** The URL is checked once for each object, so reuse the object to send more. */
export interface Target {
  url: string;
  environment: Environment;
}

export interface Sender {
  /**
   * Never rejects because of the target. @param body null asks by GET. @param stop gives up at once, with an error like any other. @param timeoutMs at
   * most the sender's own, which is the default.
   */
  send(
    target: Target,
    headers: Record<string, string>,
    body: string | Uint8Array | null,
    stop?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Answer>;
  /** Aborts webhooks under way. */
  close(): Promise<void>;
}

export interface SenderDeps {
  /** As in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
  allowNetworks: readonly string[];
  clock: Clock;
  /** The total time for connecting, sending and the whole answer. */
  timeoutMs?: number;
  /** How much of an answer is kept; it may be longer. */
  maxResponseBytes?: number;
  userAgent?: string;
  resolve?: Resolve;
  /** PEM certificates to trust instead of the well-known ones. */
  authorities?: readonly string[] | undefined;
}

export const SEND_TIMEOUT_MS = 15_000;
export const MAX_RESPONSE_BYTES = 4096;
const USER_AGENT = `Assize-Webhooks/${servicePackage.version}`;

export function createSender(deps: SenderDeps): Sender {
  const { timeoutMs: mostMs = SEND_TIMEOUT_MS, maxResponseBytes = MAX_RESPONSE_BYTES } = deps;
  const always = { 'user-agent': deps.userAgent ?? USER_AGENT };
  const withBody = { 'content-type': 'application/json', ...always };
  const names = systemNames();
  const resolve = deps.resolve ?? names.resolve;
  // One agent for each environment, so that no connection made for one environment serves the other.
  const agents = {
    production: guardedAgent('production', { ...deps, resolve }, mostMs),
    sandbox: guardedAgent('sandbox', { ...deps, resolve }, mostMs),
  };

  const known = new WeakMap<Target, Route>();
  function routeTo(target: Target): Route {
    const route = known.get(target) ?? routeOf(target, deps.allowNetworks);
    known.set(target, route);
    return route;
  }

  async function send(
    target: Target,
    headers: Record<string, string>,
    body: string | Uint8Array | null,
    stop?: AbortSignal,
    timeoutMs = mostMs,
  ): Promise<Answer> {
    const began = deps.clock.monotonic();
    const answer: Answer = { status: null, error: null, response: null, durationMs: 0, retryAfterMs: null };
    const { fault, origin, path } = routeTo(target);
    answer.error = fault;
    if (fault !== null) answer.isRefused = true;
    else {
      const exchange = new Exchange(answer, maxResponseBytes, deps.clock);
      const release = limit(exchange, timeoutMs, stop);
      try {
        const message =
          body === null
            ? ({ method: 'GET', headers: { ...always, ...headers } } as const)
            : ({ method: 'POST', headers: { ...withBody, ...headers }, body } as const);
        agents[target.environment].dispatch({ origin, path, ...message }, exchange);
        await exchange.ended;
        answer.error = answerFault(answer.status);
      } catch (error) {
        answer.error = sendError(error, answer.status, timeoutMs);
        if (error instanceof TargetRefused) answer.isRefused = true;
      } finally {
        release();
      }
    }
    answer.durationMs = Math.round(deps.clock.monotonic() - began);
    return answer;
  }

  return {
    send,
    async close() {
      names.close();
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

interface Route {
  /** The fault of the address as written, or null. */
  fault: string | null;
  origin: string;
  path: string;
}

function routeOf({ url, environment }: Target, allowNetworks: readonly string[]): Route {
  const fault = urlFault(url, environment, allowNetworks);
  if (fault !== null) return { fault, origin: '', path: '' };
  const { origin, pathname, search } = new URL(url);
  return { fault, origin, path: pathname + search };
}

/**
 * A separate timer, because it keeps the process alive and has its own error. @returns a function that ends the limit.
 */
function limit(exchange: Exchange, timeoutMs: number, stop?: AbortSignal): () => void {
  const timer = setTimeout(() => exchange.breakOff(new TimeLimit()), timeoutMs);
  const stopped = () => exchange.breakOff(new Stopped());
  if (stop?.aborted === true) stopped();
  stop?.addEventListener('abort', stopped, { once: true });
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  };
}
