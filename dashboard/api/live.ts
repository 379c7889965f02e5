/**
 * Keeps pages fresh: one stream of events for a tab. An event names things and holds nothing of them, so what it concerns
 * is read again; bursts are gathered for a second.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type Environment, prefixOf } from './client.ts';
import { type ReadPath, refresh } from './read.ts';

const GATHER_MS = 1000;

/** What is read again after an event of each type. */
const CONCERNS: Record<string, readonly ReadPath[]> = {
  'approval.created': ['/api/v1/approvals'],
  'approval.resolved': ['/api/v1/approvals', '/api/v1/approvals/{approval_id}', '/api/v1/evidence/latest'],
  'evaluation.escalated': ['/api/v1/evidence/latest', '/api/v1/judgement/report'],
  'evaluation.blocked': ['/api/v1/evidence/latest', '/api/v1/judgement/report'],
  'evidence.integrity_failed': ['/api/v1/notices'],
  'action.executed_despite_block': ['/api/v1/core/trust'],
  'key.expiring': ['/api/v1/api-keys', '/api/v1/notices'],
  'usage.threshold_reached': ['/api/v1/usage/summary', '/api/v1/notices'],
  'trust.changed': [
    '/api/v1/core/trust',
    '/api/v1/core/trust/{actor_id}',
    '/api/v1/core/trust/{actor_id}/history',
  ],
  'agent.halted': ['/api/v1/core/halts'],
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

/** Calls back for each event, as soon as it comes. */
export function useEvents(onEvent: (type: string, data: Record<string, unknown>) => void): void {
  useEffect(() => {
    eventListeners.add(onEvent);
    return () => void eventListeners.delete(onEvent);
  }, [onEvent]);
}

export function useLive(environment: Environment): void {
  const queries = useQueryClient();
  useEffect(() => openStream(queries, environment), [queries, environment]);
}

/** @returns what closes it. */
function openStream(queries: QueryClient, environment: Environment): () => void {
  const stale = new Set<ReadPath>();
  let gathering: ReturnType<typeof setTimeout> | null = null;
  let wasAway = false;
  const source = new EventSource(`${prefixOf(environment)}/api/v1/events`);
  const gather = (paths: readonly ReadPath[]): void => {
    for (const path of paths) stale.add(path);
    gathering ??= setTimeout(() => {
      gathering = null;
      void refresh(queries, environment, [...stale]);
      stale.clear();
    }, GATHER_MS);
  };
  source.onopen = () => {
    setConnection('live');
    // What happened meanwhile was missed, if the stream could not go on where it ended.
    if (wasAway) void queries.invalidateQueries();
    wasAway = false;
  };
  source.onerror = () => {
    wasAway = true;
    setConnection('away');
  };
  for (const [type, paths] of Object.entries(CONCERNS)) {
    source.addEventListener(type, (event) => {
      gather(paths);
      const { data } = JSON.parse((event as MessageEvent<string>).data) as { data: Record<string, unknown> };
      for (const listener of eventListeners) listener(type, data);
    });
  }
  return () => {
    if (gathering !== null) clearTimeout(gathering);
    source.close();
  };
}
