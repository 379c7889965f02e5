/** A service of its own process whose event loop is watched from inside, and two tenants who ask it. */
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createFirstKeys } from '@assize/service/first-run.ts';
import { createLogger } from '@assize/service/log.ts';
import { openHouse } from '@assize/service/wiring.ts';
import { temporaryFolder } from '../databases.ts';
import { testConfig } from '../house.ts';
import { keyHolder } from '../other-tenant.ts';
import { type RunningService, startService } from '../service.ts';
import { type Held, MEASURE } from './probe.ts';

const PROBE = pathToFileURL(path.join(import.meta.dirname, 'probe.ts')).href;

export interface ProbedService extends RunningService {
  /** The key of a second tenant. */
  neighbourKey: string;
  /** How long the event loop was held up since this was asked last. */
  held(): Promise<Held>;
  /** How long a fixed piece of work takes in it now, ms of processor time. */
  measure(): Promise<number>;
}

/** Ends when the test does. */
export async function startProbedService(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<ProbedService> {
  const neighbourKey = await addNeighbour(location);
  const folder = temporaryFolder();
  t.after(folder.remove);
  const address = path.join(folder.path, 'probe');
  const service = await startService(location, {
    ...environment,
    NODE_OPTIONS: `--import ${PROBE}`,
    EVENT_LOOP_PROBE: address,
  });
  t.after(() => service.stop('SIGKILL'));
  const socket = connectSocket(address);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket });
  t.after(() => socket.destroy());
  const ask = async (question: string) => {
    const answered = once(lines, 'line');
    socket.write(question);
    const [line] = await answered;
    return JSON.parse(line);
  };
  return { ...service, neighbourKey, held: () => ask('?'), measure: () => ask(MEASURE) };
}

/** Before the service starts, which then finds its first keys made. */
async function addNeighbour(location: DatabaseLocation): Promise<string> {
  const house = await openHouse(testConfig(location), createLogger('silent'));
  try {
    await createFirstKeys(house);
    const { secret } = await keyHolder(house, 'neighbour', { tier: 'enterprise' });
    return secret;
  } finally {
    await house.close();
  }
}
