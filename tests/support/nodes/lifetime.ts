/** A service's life on one database and one signing folder: what the test remembers of it, and its open work. */
import { parseVerifierKey, type VerifierKey } from '@assize/evidence-format';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { chainIn, untilSigned } from '../databases/chains.ts';
import { DAY_MS } from '../evidence/removals.ts';
import { appOf, ask, type TestService, testConfig } from '../http/in-process.ts';

export const EVIDENCE = '/api/v1/evidence';
const RETENTION_DAYS = 30;

/** A checkpoint that an auditor has kept. */
export interface Kept {
  note: string;
  size: number;
  root: Uint8Array;
}

export interface Life {
  location: DatabaseLocation;
  /** The service that is open now. */
  open: TestService;
  chain: number;
  /** How far the clock has been moved. */
  days: number;
  /** Ids from all answers, by kind. */
  evaluations: string[];
  others: string[];
  redacted: string[];
  /** Evaluations whose outcome was reported. */
  reported: Set<string>;
  /** Ids of keys that may be revoked. */
  keys: string[];
  kept: Kept[];
  exports: string[];
  /** Work that was begun and not awaited; null after a success. */
  underWay: Promise<unknown>[];
}

export async function beginLife(location: DatabaseLocation): Promise<Life> {
  const open = await openAt(location, 0);
  const chain = await chainIn(open.service.db);
  await untilSigned(open.service.db, chain);
  const lists = {
    evaluations: [],
    others: [],
    redacted: [],
    reported: new Set<string>(),
    keys: [],
    kept: [],
    exports: [],
    underWay: [],
  };
  return { location, open, chain, days: 0, ...lists };
}

export async function openAt(location: DatabaseLocation, days: number): Promise<TestService> {
  const settings = {
    ASSIZE_RETENTION: String(RETENTION_DAYS),
    ASSIZE_TEST_CLOCK_OFFSET_MS: String(Math.round(days * DAY_MS)),
  };
  const service = await startService(testConfig(location, settings), createLogger('silent'));
  return { service, app: await appOf(service) };
}

export async function endLife({ open, underWay }: Life): Promise<void> {
  await Promise.allSettled(underWay);
  await open.app.close();
  await open.service.close();
}

/** Each failure is thrown again in {@link allDone}. */
export function begin(life: Life, work: Promise<void>): Promise<void> {
  life.underWay.push(
    work.then(
      () => null,
      (error: unknown) => error,
    ),
  );
  return work;
}

/** @throws the first failure of a running step. */
export async function allDone(life: Life): Promise<void> {
  for (const fault of await Promise.all(life.underWay.splice(0))) if (fault !== null) throw fault;
}

export async function publishedVerifiers({ open: { app } }: Life): Promise<VerifierKey[]> {
  const { body } = await ask(app, 'a', `${EVIDENCE}/verifier-keys`);
  return body.keys.map(({ vkey }: { vkey: string }) => parseVerifierKey(vkey));
}
