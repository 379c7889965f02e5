/**
 * Stores what became of messages: those that ended at about the same time in one transaction, because each commit is an
 * fsync that verdicts wait for. After a crash in between, a message is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ChannelAttemptsTable } from '../../database/tables/channel.ts';
import type { ChannelError } from '../channel.ts';
import type { MessageRow } from './due.ts';

/** The time for other outcomes to join, ms. */
const GATHER_MS = 100;
const OUTCOMES_AT_ONCE = 200;
/** The outcomes of one channel that may wait: after a crash, so many messages are sent again. */
const MAX_UNSTORED = 20;

export interface Outcome {
  message: Pick<MessageRow, 'chain' | 'message_id' | 'channel_id' | 'wanted' | 'attempts' | 'tries'>;
  /** Its new status, if the approval did not change meanwhile. */
  status: MessageRow['status'];
  reference: string | null;
  /** Where it is to be tried again. */
  nextAt: number | null;
  startedAt: number;
  endedAt: number;
  /** null where it succeeded; undefined where nothing was tried. */
  fault: ChannelError | null | undefined;
  /** The state of the approval that the message shows. */
  shown: string | null;
}

interface Waiting extends PromiseWithResolvers<void> {
  outcome: Outcome;
}

export class Outcomes {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when it is durable. */
  store(outcome: Outcome): Promise<void> {
    const waiting = { outcome, ...Promise.withResolvers<void>() };
    this.#waiting.push(waiting);
    this.#writing ??= this.#run().finally(() => {
      this.#writing = null;
    });
    return waiting.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(GATHER_MS);
      const some = this.#waiting.splice(0, OUTCOMES_AT_ONCE);
      try {
        await this.#db.transaction().execute(async (tx) => {
          for (const { outcome } of some) await moveOn(tx, outcome);
          const attempts = some.flatMap(({ outcome }) => attemptOf(outcome));
          if (attempts.length > 0) await writeAttempts(tx, attempts);
        });
        for (const { resolve } of some) resolve();
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
  }
}

/** The outcomes of one channel, so that its next message need not wait until the last one is stored. */
export class Storing {
  readonly #outcomes: Outcomes;
  readonly #unstored = new Set<Promise<unknown>>();

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes;
  }

  begin(outcome: Outcome): void {
    const storing: Promise<unknown> = this.#outcomes
      .store(outcome)
      .then(() => this.#unstored.delete(storing));
    // It stays among the others, and is thrown where they are waited for.
    storing.catch(() => undefined);
    this.#unstored.add(storing);
  }

  /** Waits while there are too many. @throws what storing one of them threw. */
  async room(): Promise<void> {
    if (this.#unstored.size >= MAX_UNSTORED) await this.all();
  }

  async all(): Promise<void> {
    await Promise.all(this.#unstored);
  }
}

/** A wait that the receiver asks for is not a failure. */
function triesAfter({ message: { tries }, fault }: Outcome): number {
  if (fault == null) return 0;
  return fault.afterMs === null ? tries + 1 : tries;
}

async function moveOn(tx: Database, outcome: Outcome): Promise<void> {
  const { message, status, reference, nextAt, endedAt, fault, shown } = outcome;
  const { chain, message_id, wanted } = message;
  const isTried = fault !== undefined;
  const isSent = fault === null;
  const isStill = sql<boolean>`wanted = ${wanted} AND (status = 'pending' OR CAST(${nextAt} AS bigint) IS NULL)`;
  // It was posted by a node that stalled, after another one had found nothing to tell.
  const isBehind = sql<boolean>`status = 'dropped' AND CAST(${isSent ? 1 : 0} AS bigint) = 1`;
  await tx
    .updateTable('channel_messages')
    .set({
      // A change that came meanwhile is shown next.
      status: sql<MessageRow['status']>`
        CASE WHEN ${isStill} THEN ${status} WHEN ${isBehind} THEN 'pending' ELSE status END`,
      next_at: sql<number | null>`
        CASE WHEN ${isStill} THEN CAST(${nextAt} AS bigint)
          WHEN ${isBehind} THEN CAST(${endedAt} AS bigint) ELSE next_at END`,
      ...(isTried && { attempts: message.attempts + 1, tries: triesAfter(outcome) }),
      ...(isSent && { reference, shown, delivered_at: endedAt }),
    })
    .where('chain', '=', chain)
    .where('message_id', '=', message_id)
    // Otherwise another node has sent it since.
    .where('attempts', '=', message.attempts)
    .execute();
}

function attemptOf({ message, startedAt, endedAt, fault }: Outcome): Insertable<ChannelAttemptsTable>[] {
  if (fault === undefined) return [];
  const { chain, message_id, attempts } = message;
  return [
    {
      chain,
      message_id,
      attempt: attempts + 1,
      started_at: startedAt,
      duration_ms: endedAt - startedAt,
      fault: fault === null ? null : fault.fault,
      error: fault === null ? null : fault.message,
    },
  ];
}

async function writeAttempts(
  tx: Database,
  attempts: readonly Insertable<ChannelAttemptsTable>[],
): Promise<void> {
  await tx
    .insertInto('channel_attempts')
    .values(attempts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
