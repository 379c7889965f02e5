/** What the service does now and then beside the requests, each on every node; what one node is to do takes a lease. */

import { type ApprovalWaits, expiryChore } from '../approvals/index.ts';
import { forgetChore, lapseChore } from '../budgets/index.ts';
import type { Config } from '../config/config.ts';
import type { Eraser } from '../database/eraser.ts';
import type { Database } from '../database/open.ts';
import { copyLogIntoDatabase } from '../database/sqlite/log.ts';
import { forgetRefusedClaims } from '../evaluation/index.ts';
import { blockSummariser, type EvidenceAppender, forgetExpiredOutcomes } from '../evidence/index.ts';
import type { Chore } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import type { FillRandom, IdSource } from '../foundation/ids.ts';
import { dailyVerification, type EvidenceVerifier, type OpenSigning, removalChore } from '../proof/index.ts';
import { type TrustScores, trustChore } from '../trust/index.ts';

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
  signing: OpenSigning;
  evidenceVerifier: EvidenceVerifier;
  approvalWaits: ApprovalWaits;
  trust: TrustScores;
}

export function serviceChores(deps: ChoreDeps): Chore[] {
  const { config, db, clock, appender, signing } = deps;
  return [
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
    deps.approvalWaits.chore('look for resolved approvals'),
    removalChore({ ...deps, retention: config.retention }),
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
