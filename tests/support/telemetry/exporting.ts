/** A service that exports to a collector, and a request whose values must not be exported. */
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { connectFor } from '../http/client.ts';
import { SURFACES } from '../http/in-process.ts';
import { spawnFor } from '../processes/service.ts';
import { until } from '../until.ts';
import type { CollectedSpan, Collector } from './collector.ts';

export const TRACE = 'ab'.repeat(16);
export const CALLER = { traceparent: `00-${TRACE}-${'cd'.repeat(8)}-01`, tracestate: 'vendor=1' };
/** These must never be exported. */
export const CANARY = 'canary-7d1e';
export const PAYLOAD = {
  action: 'email.send',
  agent_id: 'agent-7',
  context: {
    risk_level: 'high',
    confidence_score: 0.8,
    arguments: { to: `${CANARY}@example.com` },
    note: CANARY,
  },
};

export async function startExporting(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string>,
) {
  const service = await spawnFor(t, location, environment);
  const client = connectFor(t, service.baseUrl);
  const evaluate = (body: object, headers: Record<string, string> = {}) =>
    client.ask('b', SURFACES.b.evaluate, { body, headers });
  return { service, client, evaluate };
}

export async function spanNamed(collector: Collector, name: string, traceId = TRACE): Promise<CollectedSpan> {
  const find = () => collector.spans().find((span) => span.name === name && span.traceId === traceId);
  await until(
    () => find() !== undefined,
    () => `no span ${name} among ${collector.spans().map((span) => span.name)}`,
  );
  return find() as CollectedSpan;
}
