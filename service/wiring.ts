/**
 * Puts the service together, and takes it apart again in the right order: what was accepted is answered, then the
 * evidence is on disk, then the database closes.
 */

import { randomFillSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { type ApprovalWaits, waitsForApprovals } from './approvals/index.ts';
import { startAudit, stateEarlierRows, type TruthVerifier } from './audit/index.ts';
import { type BudgetBook, budgetBook } from './budgets/index.ts';
import type { ComplianceDeps } from './compliance/index.ts';
import type { Config } from './config/config.ts';
import { type Eraser, openEraser } from './database/eraser.ts';
import type { IfMissing } from './database/installation.ts';
import type { DatabaseLocation } from './database/location.ts';
import type { Database } from './database/open.ts';
import { openCurrentDatabase } from './database/open-current.ts';
import { emptyLog } from './database/sqlite/log.ts';
import { type Backtests, backtestsOver, RecentRefusals } from './evaluation/index.ts';
import { type EventWaits, startEvents } from './events/index.ts';
import { type ChainHealth, chainHealth, type EvidenceAppender, startAppender } from './evidence/index.ts';
import { startChores } from './foundation/chores.ts';
import { type Clock, systemClock } from './foundation/clock.ts';
import { type FillRandom, IdSource } from './foundation/ids.ts';
import { type GovernanceCache, governanceCache } from './governance/index.ts';
import type { ApprovalSettings } from './governance/settings/index.ts';
import { type Authenticator, startKeys } from './keys/index.ts';
import { startNotices } from './notices/index.ts';
import {
  type EvidenceVerifier,
  evidenceVerifier,
  type Finding,
  type OpenSigning,
  openSigning,
  Renderings,
  raiseAlarm,
  verifyThreads,
} from './proof/index.ts';
import { type TrustScores, trustScores } from './trust/index.ts';
import { type Quotas, type RateLimiter, startUsage } from './usage/index.ts';
import { availableSecretBox, listEndpoints, type SecretBox, startWebhooks } from './webhooks/index.ts';
import { serviceChores } from './wiring/chores.ts';

/** Everything that works behind the doors. */
export interface Service {
  config: Config;
  log: Logger;
  clock: Clock;
  ids: IdSource;
  fillRandom: FillRandom;
  db: Database;
  kind: DatabaseLocation['kind'];
  eraser: Eraser;
  appender: EvidenceAppender;
  approvalSettings: ApprovalSettings;
  approvalWaits: ApprovalWaits;
  eventWaits: EventWaits;
  governance: GovernanceCache;
  trust: TrustScores;
  budgets: BudgetBook;
  recentRefusals: RecentRefusals;
  chainHealth: ChainHealth;
  quotas: Quotas;
  evidenceVerifier: EvidenceVerifier;
  renderings: Renderings;
  truth: TruthVerifier;
  backtests: Backtests;
  signing: OpenSigning;
  /** null where this node lacks the key that the database's secrets are under. */
  secretBox: SecretBox | null;
  authenticator: Authenticator;
  /** Who is told of events, for whoever may not ask webhooks. */
  listenersOf: ComplianceDeps['listenersOf'];
  /** null where they are switched off. */
  rateLimits: RateLimiter | null;
  /** Waits for the evidence under way, then closes the database. */
  close(): Promise<void>;
}

/** More would only take turns with everything else. */
const MAX_THREADS_OF_A_READER = 4;

function threadCount(): number {
  return Math.min(MAX_THREADS_OF_A_READER, availableParallelism());
}

export const fillRandom: FillRandom = (target) => void randomFillSync(target);

/**
 * Opens the database, brings it up to date, and starts the threads.
 * @throws where the database can't be opened or is newer than this program; nothing is left open then.
 */
export async function startService(config: Config, log: Logger, ifMissing?: IfMissing): Promise<Service> {
  const clock = systemClock(config.clockOffsetMs);
  const { current } = await openCurrentDatabase(config.database, clock, log, ifMissing);
  return startServiceOver(await current, config, log);
}

/** The same over a database that is up to date; the service closes it, also where this fails. */
export async function startServiceOver(db: Database, config: Config, log: Logger): Promise<Service> {
  const clock = systemClock(config.clockOffsetMs);
  const ids = new IdSource(fillRandom);
  const appender = await startAppender(config.database, fillRandom, clock);
  const recording = { db, clock, ids, log, appender, fillRandom };
  const signing = await signingOf(config, recording);
  await stateEarlierRows(recording);
  const secretBox = await availableSecretBox(config, { db, fillRandom, log });
  const eraser = await openEraser(config.database, db);
  const renderings = new Renderings(config.database, clock);
  const backtests = backtestsOver({ db, database: config.database, clock, width: threadCount() });
  const truth = startAudit({ ...recording, location: config.database, signing });
  const approvalWaits = waitsForApprovals(db);
  const health = chainHealth(db, clock);
  const verifier = verifierOf(config, recording, signing, health);
  const trust = trustScores(db, clock);
  const acting = { config, db, clock, ids, appender, eraser, signing, trust, approvalWaits };
  const keys = startKeys(acting);
  const usage = startUsage(acting);
  const webhooks = startWebhooks({ ...acting, fillRandom, log, secretBox });
  const notices = startNotices(acting);
  const events = startEvents({ db, consumers: [webhooks.consumer, notices.consumer] });
  const rooms = [keys, usage, events, webhooks, notices];
  const chores = startChores(
    [
      ...serviceChores({ ...acting, fillRandom, evidenceVerifier: verifier }),
      ...rooms.flatMap((room) => room.chores),
    ],
    log,
  );
  return {
    ...acting,
    authenticator: keys.authenticator,
    eventWaits: events.eventWaits,
    quotas: usage.quotas,
    rateLimits: usage.rateLimits,
    log,
    fillRandom,
    kind: config.database.kind,
    approvalSettings: config.approvals,
    governance: governanceCache(db, clock),
    budgets: budgetBook({ db, clock }),
    recentRefusals: new RecentRefusals(),
    chainHealth: health,
    evidenceVerifier: verifier,
    renderings,
    truth,
    backtests,
    secretBox,
    listenersOf: (chain) => listenersOf(db, chain),
    async close() {
      await truth.close();
      await backtests.close();
      await renderings.close();
      await chores.stop();
      for (const room of rooms) await room.close();
      await verifier.close();
      await signing.close().catch((error: unknown) => log.warn({ err: error }, 'could not sign at the end'));
      await eraser.close();
      await appender.close();
      if (config.database.kind === 'sqlite') await emptyLog(db).catch(() => undefined);
      await db.destroy();
    },
  };
}

async function listenersOf(db: Database, chain: number): ReturnType<ComplianceDeps['listenersOf']> {
  const endpoints = await listEndpoints(db, chain);
  return { endpoints: endpoints.flatMap(({ types, disabled_at }) => (disabled_at === null ? [types] : [])) };
}

type SigningParts = Pick<Service, 'db' | 'clock' | 'ids' | 'log' | 'appender'>;

/** Closes the database where it fails, and what appends to it. */
async function signingOf(config: Config, parts: SigningParts): Promise<OpenSigning> {
  const deps = {
    ...parts,
    fillRandom,
    kind: config.database.kind,
    holder: parts.ids.random('node'),
    raise: (chain: number, finding: Finding) => raiseAlarm(parts, chain, finding),
  };
  try {
    return await openSigning(deps, config.signingDir);
  } catch (error) {
    await parts.appender.close();
    await parts.db.destroy();
    throw error;
  }
}

function verifierOf(
  { database }: Config,
  parts: SigningParts,
  signing: OpenSigning,
  health: ChainHealth,
): EvidenceVerifier {
  const ranges = verifyThreads(database, threadCount());
  return evidenceVerifier({ ...parts, kind: database.kind, signing, chainHealth: health, ranges });
}
