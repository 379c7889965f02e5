/** Starts a service in its own process with a probe in its event loop, and two tenants who use it. */
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createFirstKeys } from '@assize/service/first-run.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { newFolder } from '../databases/databases.ts';
import { testConfig } from '../http/in-process.ts';
import { keyHolder } from '../people/other-tenant.ts';
import { type RunningService, spawnFor } from '../processes/service.ts';
import { connectProbe, type ProbeClient, probedBy } from './probe-client.ts';

export interface ProbedService extends RunningService, Pick<ProbeClient, 'held' | 'measure'> {
  /** A second tenant's key. */
  neighbourKey: string;
}

/** Ends when the test does. */
export async function startProbedService(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ProbedService> {
  const neighbourKey = await addNeighbour(location);
  const folder = newFolder(t);
  const address = path.join(folder, 'probe');
  const service = await spawnFor(t, location, { ...environment, ...probedBy(address) });
  const probe = await connectProbe(address);
  t.after(() => probe.close());
  return { ...service, ...probe, neighbourKey };
}

/** Runs before the service starts, which then finds its first keys. */
async function addNeighbour(location: DatabaseLocation): Promise<string> {
  const service = await startService(testConfig(location), createLogger('silent'));
  try {
    await createFirstKeys(service);
    const { secret } = await keyHolder(service, 'neighbour', { tier: 'enterprise' });
    return secret;
  } finally {
    await service.close();
  }
}
