/** Starts signing, verifying, exporting and removing evidence, and the chores behind them. */

import { type Eraser, openEraser } from '../database/eraser.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Traced } from '../telemetry/traced.ts';
import type { RetentionSetting } from '../tenants/index.ts';
import { raiseAlarm } from './alarms/alarms.ts';
import { erasureChore, type Lookers, lookers, valueIndexer } from './erasure/index.ts';
import { Renderings } from './export/rendering.ts';
import { proofGauges } from './gauges.ts';
import { type OpenSigning, openSigning } from './log/signing/signing.ts';
import { settleRefusals } from './log/signing/unsigned.ts';
import { type OfferingDeps, offering } from './log/witnesses/offering.ts';
import { removalChore } from './removal/chore.ts';
import { dailyVerification } from './verification/daily.ts';
import { type DamageDeps, damageChore } from './verification/damage.ts';
import { type EvidenceVerifier, evidenceVerifier } from './verification/evidence-verifier.ts';
import { verifyThreads } from './verification/verify-threads.ts';

/** A checkpoint follows a change within a second. */
const SIGN_EVERY_MS = 400;

export interface Proof extends Started {
  signing: OpenSigning;
  evidenceVerifier: EvidenceVerifier;
  renderings: Renderings;
  eraser: Eraser;
  lookers: Lookers;
}

export interface ProofDeps extends DamageDeps {
  config: OfferingDeps['config'] & {
    database: DatabaseLocation;
    signingDir: string;
    retention: RetentionSetting;
  };
  fillRandom: FillRandom;
  traced: Traced;
  /** How many threads may read one chain at once. */
  readerThreads: number;
}

/** @throws if the signing folder can't be trusted. */
export async function startProof(deps: ProofDeps): Promise<Proof> {
  const { config, db, clock, ids, log } = deps;
  const { kind } = config.database;
  const signing = await openSigning(
    {
      ...deps,
      kind,
      holder: ids.random('node'),
      raise: (chain, finding) => raiseAlarm(deps, chain, finding),
      settle: (chain) => settleRefusals(deps, chain),
    },
    config.signingDir,
  );
  const eraser = await openEraser(config.database, db);
  const ranges = verifyThreads(config.database, deps.readerThreads);
  const verifier = evidenceVerifier({ ...deps, kind, signing, ranges });
  const looking = lookers(config.database);
  const renderings = new Renderings(config.database, clock);
  const witnesses = offering({ ...deps, kind });
  return {
    signing,
    evidenceVerifier: verifier,
    renderings,
    eraser,
    lookers: looking,
    gauges: proofGauges(deps),
    chores: [
      { name: 'sign checkpoints', everyMs: SIGN_EVERY_MS, run: () => signing.follow() },
      ...witnesses.chores,
      damageChore(deps),
      dailyVerification({ ...deps, evidenceVerifier: verifier }),
      removalChore({ ...deps, eraser, retention: config.retention }),
      erasureChore({ ...deps, eraser }),
      valueIndexer({ ...deps, lookers: looking }),
    ],
    async close() {
      await witnesses.close();
      await renderings.close();
      await looking.close();
      await verifier.close();
      await signing
        .close()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'could not sign the last records before stopping'),
        );
      await eraser.close();
    },
  };
}
