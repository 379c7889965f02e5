/** The process that started the others commits the entries of all: each append locks the head of its chain. */
import { serialize } from 'node:v8';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Peer } from '../../foundation/peer.ts';
import type { BatchAnswer, BatchCommitter } from './append-batch.ts';
import { ThreadCommitter } from './append-by-thread.ts';
import { packBatch, type ThreadMessage } from './append-message.ts';

export const COMMIT_TOPIC = 'commit';

/** The committer of a worker, which leaves commits to its primary. */
export function committerOfPrimary(primary: Peer): BatchCommitter {
  // Sent as bytes, which the primary passes on without reading them.
  const ask = (message: ThreadMessage) => primary.ask<BatchAnswer>(COMMIT_TOPIC, serialize(message));
  return {
    commit: (batch) => ask(packBatch(batch)),
    restartLog() {
      ask('restart log').catch(() => undefined);
    },
    async close() {},
  };
}

/** The committer of the primary, for the entries of all workers. @param database migrated before the first batch. */
export function committerForWorkers(database: DatabaseLocation) {
  const thread = new ThreadCommitter({ database, isShared: true });
  return {
    commit: (message: Uint8Array) => thread.ask(message),
    close: () => thread.close(),
  };
}
