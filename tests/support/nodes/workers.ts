/** Runs the service with two workers under one primary, and ends one of them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { inTime } from '@assize/service/foundation/clock.ts';
import { type RunningService, spawnFor } from '../processes/service.ts';
import { until } from '../until.ts';

/** Longer than a worker may be silent, ms. */
export const HANG_MS = 15_000;

export interface Workers {
  service: RunningService;
  /** Their process ids. */
  pids(): number[];
}

/** Ends with the test at the latest. */
export async function startWorkers(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<Workers> {
  const service = await spawnFor(t, location, environment, [], ['--workers', '2']);
  const { pid } = service.process;
  const children = `/proc/${pid}/task/${pid}/children`;
  const pids = () => readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return { service, pids };
}

/** Resolves once another has replaced it. @returns the ids of the killed worker and of the other one. */
export async function killWorker({ pids }: Workers): Promise<{ killed: number; other: number }> {
  await until(() => pids().length === 2);
  const [killed = 0, other = 0] = pids();
  process.kill(killed, 'SIGKILL');
  await until(() => pids().length === 2 && !pids().includes(killed));
  return { killed, other };
}

/** Returns how one request over a new connection ends. */
export async function endOfNewConnection(port: number): Promise<'answered' | 'cut' | 'hanging'> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const answered = once(socket, 'data').then(() => 'answered' as const);
  const ended = once(socket, 'close').then(() => 'cut' as const);
  try {
    return await inTime(
      Promise.race([answered, ended]).catch(() => 'cut' as const),
      HANG_MS,
      'hanging',
    );
  } finally {
    socket.destroy();
  }
}
