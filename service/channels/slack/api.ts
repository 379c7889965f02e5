/**
 * Calls of Slack's Web API by its own client. Every request goes to the address that the operator set, through the
 * guard against private addresses. Tries again nothing: the outbox does that.
 */
import type { WebAPICallResult, WebClientOptions } from '@slack/web-api';
import { ChannelError } from '../channel.ts';
import { faultOf } from './faults.ts';

export type SlackAnswer = WebAPICallResult & Record<string, unknown>;

export interface SlackApi {
  /** @throws {ChannelError} */
  call(method: string, given: Record<string, unknown>, stop: AbortSignal): Promise<SlackAnswer>;
  /** Aborts calls under way. */
  close(): Promise<void>;
}

/** How Slack is reached. */
export interface SlackNetwork {
  /** With a slash at the end. */
  apiUrl: string;
  /** Connects only where the service may. */
  fetch: NonNullable<WebClientOptions['fetch']>;
}

const TIMEOUT_MS = 10_000;
/** The client logs the contents of requests; what matters arrives as an error. */
const SILENT: NonNullable<WebClientOptions['logger']> = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error' as never,
  setName() {},
};

/** The options of every client of Slack: it neither logs, nor tries again, nor goes elsewhere. */
export function clientOptions(network: SlackNetwork, closing: AbortSignal): WebClientOptions {
  return {
    slackApiUrl: network.apiUrl,
    allowAbsoluteUrls: false,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: SILENT,
    timeout: TIMEOUT_MS,
    fetch: (url, init) => {
      const signals = init?.signal === undefined ? [closing] : [closing, init.signal];
      return network.fetch(url, { ...init, signal: AbortSignal.any(signals) });
    },
  };
}

/** Loads Slack's client at the first call, because most processes make none. */
export function slackApi(token: string, network: SlackNetwork): SlackApi {
  const closing = new AbortController();
  const opened = once(async () => {
    const { WebClient } = await import('@slack/web-api');
    return new WebClient(token, clientOptions(network, closing.signal));
  });
  return {
    async call(method, given, stop) {
      try {
        const client = await opened();
        return (await unlessStopped(client.apiCall(method, given), stop)) as SlackAnswer;
      } catch (error) {
        throw faultOf(error);
      }
    },
    async close() {
      closing.abort();
    },
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The client takes no signal for one call, so the call is left to its own end. */
async function unlessStopped<Value>(call: Promise<Value>, stop: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const end = () => stopped.reject(new ChannelError('later', 'The service is stopping.'));
  if (stop.aborted) end();
  stop.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([call, stopped.promise]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}
