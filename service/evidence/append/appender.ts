/** The only way to append to a chain, as the rest of the service sees it. */
import type { DamageSeen } from '../../database/files/damage.ts';
import type { StandingFolder } from '../../database/files/standing-folder.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Measured } from '../../foundation/measured.ts';
import type { Traced } from '../../telemetry/traced.ts';
import type { Append, AppendResult } from '../artifact.ts';
import type { Overload } from '../overload.ts';

export interface GroupCommitDeps {
  clock: Clock;
  measured: Measured;
  traced: Traced;
  signingFolder: Pick<StandingFolder, 'require'>;
  damage: Pick<DamageSeen, 'note'>;
  overload: Pick<Overload, 'entered' | 'left' | 'commitBegan' | 'commitEnded'>;
}

export interface EvidenceAppender {
  /** Entries that wait for the batch under way. */
  readonly waiting: number;
  /** @throws {Failure} `unavailable` if the evidence may not be durable; then no verdict was given. */
  append(entry: Append): Promise<AppendResult>;
  /**
   * Refuses now what an append would be refused for by a rule, before anything is written that goes with it and can't be
   * in the same commit. @throws {Failure}
   */
  requireAllowed(entry: Append): Promise<void>;
  /** Resolves if a commit within the last second, or one made for this, succeeded. @throws {Failure} `unavailable` */
  requireWritable(): Promise<void>;
  /** Restarts the database's log at the next quiet moment between two batches. */
  restartLog(): void;
  /** Chains that failed to take evidence since the last call, for a reason other than an unavailable database. */
  takeUnwritten(): number[];
  /** Resolves when every entry is durable or refused, and the committer is closed. */
  close(): Promise<void>;
}
