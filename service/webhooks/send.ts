/**
 * Sends one webhook, once. Bounded in time and in what is read of the answer; follows no redirect, asks no proxy, and
 * connects only to where a webhook may go. Whatever the target does is an answer, never an exception.
 */
import { lookup } from 'node:dns/promises';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../foundation/clock.ts';
import servicePackage from '../package.json' with { type: 'json' };
import type { Environment } from '../tenants/index.ts';
import { reachable } from './addresses.ts';
import { judgingConnector, type Resolve } from './connect.ts';
import { answerFault, retryAfterMs, Stopped, TimeLimit, whatWentWrong } from './send-fault.ts';
import { urlFault } from './url.ts';

export interface Target {
  url: string;
  environment: Environment;
}

export interface Answer {
  /** Of HTTP; null where no answer began. A 2xx alone is no success: the answer may break off or never end. */
  status: number | null;
  /** What went wrong, in words for the log that the tenant reads; null exactly where it was delivered. */
  error: string | null;
  /** At most the first 4,096 bytes of the body; null where no answer began. */
  response: Uint8Array | null;
  durationMs: number;
  /** What a 429 or 503 asks for, from now, at most a day. */
  retryAfterMs: number | null;
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
export const MOST_RESPONSE_BYTES = 4096;
/** What every webhook says of itself. */
const ALWAYS = {
  'content-type': 'application/json',
  'user-agent': `Assize-Webhooks/${servicePackage.version}`,
};
const MOST_HEADER_BYTES = 8192;
/** A connection is judged when it is made, so it may not serve for ever. */
const CONNECTION_LIFETIME_MS = 60_000;
const IDLE_CONNECTION_MS = 4000;

export function createSender(deps: SenderDeps): Sender {
  const timeoutMs = deps.timeoutMs ?? SEND_TIMEOUT_MS;
  const agents = {
    production: agentFor('production', deps, timeoutMs),
    sandbox: agentFor('sandbox', deps, timeoutMs),
  };

  async function send(
    { url, environment }: Target,
    headers: Record<string, string>,
    body: string,
    stop?: AbortSignal,
  ): Promise<Answer> {
    const began = deps.clock.monotonic();
    const answer: Answer = { status: null, error: null, response: null, durationMs: 0, retryAfterMs: null };
    answer.error = urlFault(url, environment, deps.allowNetworks);
    if (answer.error === null) {
      const limit = startLimit(timeoutMs, stop);
      try {
        await exchange(agents[environment], url, { headers, body, limit }, answer, deps.clock);
      } catch (error) {
        answer.error = whatWentWrong(error, answer.status, timeoutMs);
      } finally {
        limit.end();
      }
    }
    answer.durationMs = Math.round(deps.clock.monotonic() - began);
    return answer;
  }

  return {
    send,
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/** One for each environment, so that no connection made for the one serves the other. */
function agentFor(environment: Environment, deps: SenderDeps, timeoutMs: number): Agent {
  const { allowNetworks, resolve = (name) => lookup(name, { all: true }), authorities } = deps;
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
    maxHeaderSize: MOST_HEADER_BYTES,
    // The limit of the whole exchange stands for both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface Message {
  headers: Record<string, string>;
  body: string;
  limit: Limit;
}

/** Fills the answer as far as it gets. @throws where it doesn't get to the end. */
async function exchange(
  agent: Dispatcher,
  url: string,
  { limit, ...message }: Message,
  answer: Answer,
  clock: Clock,
): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const asked = agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    signal: limit.signal,
    ...message,
    headers: { ...ALWAYS, ...message.headers },
  });
  // While it connects, undici does not listen to the signal; it sends nothing later, though.
  const { statusCode, headers, body } = await Promise.race([asked, limit.reached]);
  // What comes behind the bytes that are read is nobody's concern.
  body.on('error', () => undefined);
  answer.status = statusCode;
  answer.retryAfterMs = retryAfterMs(statusCode, headers['retry-after'], clock.now());
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      // Enough has come to call it an answer. A body without an end is not waited for.
      if (bytes >= MOST_RESPONSE_BYTES) break;
    }
  } finally {
    answer.response = Buffer.concat(parts).subarray(0, MOST_RESPONSE_BYTES);
    body.destroy();
  }
  answer.error = answerFault(statusCode);
}

interface Limit {
  signal: AbortSignal;
  /** Rejects when the signal comes. */
  reached: Promise<never>;
  end(): void;
}

/** A timer of our own: it keeps the process alive, and says itself what it was. */
function startLimit(timeoutMs: number, stop?: AbortSignal): Limit {
  const limit = new AbortController();
  const { signal } = limit;
  const reached = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  reached.catch(() => undefined);
  const timer = setTimeout(() => limit.abort(new TimeLimit()), timeoutMs);
  const stopped = () => limit.abort(new Stopped());
  if (stop?.aborted === true) stopped();
  stop?.addEventListener('abort', stopped, { once: true });
  return {
    signal,
    reached,
    end() {
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
    },
  };
}
