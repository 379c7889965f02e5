/**
 * Keeps pages fresh: one stream of events per browser. An event carries only ids, so the page reads the things that
 * it names again.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { serverNow } from '../ui/time/time.tsx';
import { type Environment, prefixOf } from './client.ts';
import { paced } from './pace.ts';
import { type ReadPath, readKey } from './read.ts';

/** The paths to read again after an event of each type. */
const CONCERNS: Record<string, readonly ReadPath[]> = {
  'approval.created': ['/api/v1/approvals', '/api/v1/attention'],
  'approval.resolved': [
    '/api/v1/approvals',
    '/api/v1/approvals/{approval_id}',
    '/api/v1/attention',
    '/api/v1/evidence/latest',
  ],
  'approval.used': ['/api/v1/approvals', '/api/v1/approvals/{approval_id}'],
  'evaluation.escalated': [
    '/api/v1/evidence/latest',
    '/api/v1/judgement/report',
    '/api/v1/evidence/statistics',
  ],
  'evaluation.blocked': [
    '/api/v1/evidence/latest',
    '/api/v1/judgement/report',
    '/api/v1/evidence/statistics',
  ],
  'evidence.integrity_failed': ['/api/v1/notices', '/api/v1/evidence/health', '/api/v1/attention'],
  'action.executed_despite_block': ['/api/v1/core/trust'],
  'sink.failed': ['/api/v1/sinks', '/api/v1/sinks/{sink_id}', '/api/v1/attention', '/api/v1/notices'],
  'incident.opened': ['/api/v1/incidents', '/api/v1/attention'],
  'incident.due': ['/api/v1/incidents', '/api/v1/incidents/{incident_id}', '/api/v1/notices'],
  'incident.closed': ['/api/v1/incidents', '/api/v1/incidents/{incident_id}'],
  'channel.disabled': [
    '/api/v1/channels',
    '/api/v1/channels/{channel_id}',
    '/api/v1/attention',
    '/api/v1/notices',
  ],
  'key.expiring': ['/api/v1/api-keys', '/api/v1/attention', '/api/v1/notices'],
  'usage.threshold_reached': ['/api/v1/usage/summary', '/api/v1/notices'],
  'trust.changed': [
    '/api/v1/core/trust',
    '/api/v1/core/trust/{actor_id}',
    '/api/v1/core/trust/{actor_id}/history',
  ],
  'agent.halted': ['/api/v1/core/halts', '/api/v1/attention'],
};

export type Connection = 'connecting' | 'live' | 'away';

let connection: Connection = 'connecting';
const listeners = new Set<() => void>();
const eventListeners = new Set<(type: string, data: Record<string, unknown>) => void>();

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}

/** Calls back for each event as soon as it comes. */
export function useEvents(onEvent: (type: string, data: Record<string, unknown>) => void): void {
  useEffect(() => {
    eventListeners.add(onEvent);
    return () => void eventListeners.delete(onEvent);
  }, [onEvent]);
}

export function useLive(environment: Environment): void {
  const queries = useQueryClient();
  useEffect(() => follow(queries, environment), [queries, environment]);
}

/** The messages that the tabs of a browser send each other. */
type Told = { kind: 'event'; text: string } | { kind: 'connection'; connection: Connection };

/**
 * One tab holds the stream and tells the others, since a browser opens only a few connections to one host. When that
 * tab closes, another one takes over.
 * @returns a function that ends it.
 */
function follow(queries: QueryClient, environment: Environment): () => void {
  const name = `assize.events.${environment}`;
  const channel = new BroadcastChannel(name);
  const stopped = new AbortController();
  const hear = hearer(queries, environment);
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const tell = (told: Told) => {
    channel.postMessage(told);
    hear(told);
  };
  const hold = () => new Promise<void>((resolve) => openStream(environment, tell, stopped.signal, resolve));
  navigator.locks.request(name, { signal: stopped.signal }, hold).catch(() => undefined);
  return () => {
    stopped.abort();
    channel.close();
  };
}

function openStream(
  environment: Environment,
  tell: (told: Told) => void,
  stopped: AbortSignal,
  onEnd: () => void,
): void {
  const source = new EventSource(`${prefixOf(environment)}/api/v1/events`);
  source.onopen = () => tell({ kind: 'connection', connection: 'live' });
  source.onerror = () => tell({ kind: 'connection', connection: 'away' });
  for (const type of Object.keys(CONCERNS)) {
    source.addEventListener(type, (event) =>
      tell({ kind: 'event', text: (event as MessageEvent<string>).data }),
    );
  }
  stopped.addEventListener('abort', () => {
    source.close();
    onEnd();
  });
}

/** @returns the handler of a message. */
function hearer(queries: QueryClient, environment: Environment): (told: Told) => void {
  // A hidden page is read again when the person returns to it.
  const gather = paced(
    (path) =>
      queries.invalidateQueries({
        queryKey: readKey(environment, path),
        refetchType: document.hidden ? 'none' : 'active',
      }),
    serverNow,
  );
  let wasAway = false;
  return (told) => {
    if (told.kind === 'connection') {
      setConnection(told.connection);
      // Events may have been missed meanwhile.
      if (told.connection === 'live' && wasAway) void queries.invalidateQueries();
      wasAway = told.connection === 'away';
      return;
    }
    const { type, data } = JSON.parse(told.text) as { type: string; data: Record<string, unknown> };
    gather(CONCERNS[type] ?? []);
    for (const listener of eventListeners) listener(type, data);
  };
}
