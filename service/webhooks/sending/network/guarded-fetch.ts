/** `fetch` for a library that brings its own requests: it connects only where webhooks may be sent. */
import { type Dispatcher, fetch } from 'undici';
import { guardedAgent } from './agent.ts';
import { systemNames } from './names.ts';

export interface GuardedFetch {
  /** As the standard has it; takes the options that every fetch takes. */
  fetch(url: string | URL, options?: FetchOptions): ReturnType<typeof fetch>;
  /** For connections that are no `fetch`, such as a WebSocket. */
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

export interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  redirect?: 'error' | 'follow' | 'manual';
  signal?: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** @param allowNetworks as in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
export function guardedFetch(allowNetworks: readonly string[]): GuardedFetch {
  const names = systemNames();
  // Production has the stricter rule: without TLS only to networks that the operator named.
  const agent = guardedAgent('production', { allowNetworks, resolve: names.resolve }, CONNECT_TIMEOUT_MS);
  return {
    fetch: (url, options) => fetch(url, { ...options, dispatcher: agent } as Parameters<typeof fetch>[1]),
    dispatcher: agent,
    async close() {
      names.close();
      await agent.destroy();
    },
  };
}
