/** What the service does now and then beside the requests, each on every node; what one node is to do takes a lease. */

import { type ApprovalWaits, expiryChore } from '../approvals/index.ts';
import { forgetChore, lapseChore } from '../budgets/index.ts';
import type { Config } from '../config/config.ts';
import type { Eraser } from '../database/eraser.ts';
import type { Database } from '../database/open.ts';
import { copyLogIntoDatabase } from '../database/sqlite/log.ts';
import { forgetRefusedClaims } from '../evaluation/index.ts';
import { dispatchChore, type EventConsumer, type EventWaits } from '../events/index.ts';
import { blockSummariser, type EvidenceAppender, forgetExpiredOutcomes } from '../evidence/index.ts';
import type { Chore } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import type { FillRandom, IdSource } from '../foundation/ids.ts';
import { type Authenticator, recordLastUsed } from '../keys/index.ts';
import { noticeChores } from '../notices/index.ts';
import { dailyVerification, type EvidenceVerifier, type OpenSigning, removalChore } from '../proof/index.ts';
import { type TrustScores, trustChore } from '../trust/index.ts';
import { closingChore, type RateLimiter, reportChore, thresholdChore } from '../usage/index.ts';
import { recordDisabledChore } from '../webhooks/index.ts';

/** A checkpoint follows a change within a second. */
const SIGN_EVERY_MS = 400;

export interface ChoreDeps {
  config: Config;
  db: Database;
  clock: Clock;
  ids: IdSource;
  fillRandom: FillRandom;
  appender: EvidenceAppender;
  eraser: Eraser;
  authenticator: Authenticator;
  signing: OpenSigning;
  evidenceVerifier: EvidenceVerifier;
  approvalWaits: ApprovalWaits;
  eventWaits: EventWaits;
  rateLimits: RateLimiter | null;
  trust: TrustScores;
  /** Who makes something of events. */
  consumers: readonly EventConsumer[];
}

export function serviceChores(deps: ChoreDeps): (Chore & { last?: boolean })[] {
  const { config, db, clock, appender, signing } = deps;
  return [
    {
      name: 'record when keys were last used',
      everyMs: 30_000,
      run: () => recordLastUsed(db, deps.authenticator),
      last: true,
    },
    {
      name: 'forget expired idempotency records',
      everyMs: 60_000,
      run: () => forgetExpiredOutcomes(db, clock.now()),
    },
    {
      name: 'forget claims that were refused long ago',
      everyMs: 60_000,
      run: () => forgetRefusedClaims(db, clock.now()),
    },
    { name: 'summarise full blocks of evidence', everyMs: 2000, run: blockSummariser(db) },
    ...(config.database.kind === 'sqlite' ? [copyLog(db, appender)] : []),
    { name: 'sign checkpoints', everyMs: SIGN_EVERY_MS, run: () => signing.follow() },
    dailyVerification(deps),
    expiryChore(deps),
    lapseChore(deps),
    forgetChore(deps),
    trustChore(deps),
    dispatchChore(deps),
    ...noticeChores(deps),
    recordDisabledChore(deps),
    deps.approvalWaits.chore('look for resolved approvals'),
    deps.eventWaits.chore('look for new events'),
    closingChore(deps),
    thresholdChore(deps),
    reportChore(deps),
    removalChore({ ...deps, retention: config.retention }),
    ...(deps.rateLimits?.chores ?? []),
  ];
}

function copyLog(db: Database, appender: EvidenceAppender): Chore {
  return {
    name: "copy the database's log into it",
    everyMs: 1000,
    run: async () => {
      if (await copyLogIntoDatabase(db)) appender.restartLog();
    },
  };
}
