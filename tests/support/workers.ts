/** Runs the service with two workers under one primary, and ends one of them. */
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { type RunningService, spawnService } from './service.ts';
import { until } from './until.ts';

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
  const service = await spawnService(location, environment, [], ['--workers', '2']);
  t.after(() => service.stop('SIGKILL'));
  const { pid } = service.process;
  const children = `/proc/${pid}/task/${pid}/children`;
  const pids = () => readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return { service, pids };
}

/** Resolves once another has taken its place. @returns the ids of the one that was killed and of the one that was not. */
export async function killWorker({ pids }: Workers): Promise<{ killed: number; other: number }> {
  await until(() => pids().length === 2);
  const [killed = 0, other = 0] = pids();
  process.kill(killed, 'SIGKILL');
  await until(() => pids().length === 2 && !pids().includes(killed));
  return { killed, other };
}
