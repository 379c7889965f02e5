/**
 * Sends one webhook, once. Bounded in time and in what is read of the answer; follows no redirect, asks no proxy, and
 * connects only to where a webhook may go. What the target does is an answer, never an exception.
 */
import { Agent } from 'undici';
import type { Clock } from '../../foundation/clock.ts';
import servicePackage from '../../package.json' with { type: 'json' };
import type { Environment } from '../../tenants/index.ts';
import { reachable } from './addresses.ts';
import { judgingConnector, type Resolve } from './connect.ts';
import { type Answer, Exchange } from './exchange.ts';
import { systemNames } from './names.ts';
import { answerFault, Stopped, sendError, TimeLimit } from './send-fault.ts';
import { urlFault } from './url.ts';

/** Judged once for each object: keep it to send more. */
export interface Target {
  url: string;
  environment: Environment;
}

export interface Sender {
  /** Never rejects for what the target does. @param stop gives up at once, which is an error like another. */
  send(target: Target, headers: Record<string, string>, body: string, stop?: AbortSignal): Promise<Answer>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export interface SenderDeps {
  /** As in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
  allowNetworks: readonly string[];
  clock: Clock;
  /** For connecting, sending and the whole answer together. */
  timeoutMs?: number;
  resolve?: Resolve;
  /** PEM certificates to trust instead of the well-known ones. */
  authorities?: readonly string[] | undefined;
}

export const SEND_TIMEOUT_MS = 15_000;
export const MAX_RESPONSE_BYTES = 4096;
/** What every webhook says of itself. */
const ALWAYS = {
  'content-type': 'application/json',
  'user-agent': `Assize-Webhooks/${servicePackage.version}`,
};
const MAX_HEADER_BYTES = 8192;
/** A connection is judged when it is made, so it may not serve for ever. */
const CONNECTION_LIFETIME_MS = 60_000;
const IDLE_CONNECTION_MS = 4000;

export function createSender(deps: SenderDeps): Sender {
  const timeoutMs = deps.timeoutMs ?? SEND_TIMEOUT_MS;
  const names = systemNames();
  const resolve = deps.resolve ?? names.resolve;
  const agents = {
    production: agentFor('production', { ...deps, resolve }, timeoutMs),
    sandbox: agentFor('sandbox', { ...deps, resolve }, timeoutMs),
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
    body: string,
    stop?: AbortSignal,
  ): Promise<Answer> {
    const began = deps.clock.monotonic();
    const answer: Answer = { status: null, error: null, response: null, durationMs: 0, retryAfterMs: null };
    const { fault, origin, path } = routeTo(target);
    answer.error = fault;
    if (fault === null) {
      const exchange = new Exchange(answer, MAX_RESPONSE_BYTES, deps.clock);
      const release = limit(exchange, timeoutMs, stop);
      try {
        const message = { method: 'POST', headers: { ...ALWAYS, ...headers }, body } as const;
        agents[target.environment].dispatch({ origin, path, ...message }, exchange);
        await exchange.ended;
        answer.error = answerFault(answer.status);
      } catch (error) {
        answer.error = sendError(error, answer.status, timeoutMs);
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
  /** What is wrong with the address as it is written; null where nothing is. */
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

/** One for each environment, so that no connection made for the one serves the other. */
function agentFor(
  environment: Environment,
  deps: SenderDeps & { resolve: Resolve },
  timeoutMs: number,
): Agent {
  const { allowNetworks, resolve, authorities } = deps;
  return new Agent({
    connect: judgingConnector({
      reachable: reachable(allowNetworks),
      resolve,
      environment,
      timeoutMs,
      ...(authorities === undefined ? {} : { authorities }),
    }),
    clientTtl: CONNECTION_LIFETIME_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The limit of the whole exchange stands for both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** A timer of our own: it keeps the process alive, and says itself what it was. @returns what ends the limit. */
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
