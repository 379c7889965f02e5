/**
 * Reads payloads on threads: one for the index and for erasures, which may take long, and one for searches, each of which
 * is bounded. The searches of a chain wait for each other, so that chains take turns.
 */
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread, ThreadPool } from '../../foundation/thread.ts';
import type { ContentFound, ContentQuestion } from './contents.ts';
import type { Finding } from './finding.ts';
import type { BlockIndex, IndexQuestion } from './index-block.ts';
import type { FindQuestion } from './look.ts';

const IDLE_MS = 5000;
/** A search is answered to a person, who will search again. */
const SEARCH_IDLE_MS = 60_000;
/** Searches of one chain that may wait. */
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 1;

export type Lookers = ReturnType<typeof lookers>;

export function lookers(location: DatabaseLocation) {
  const slow = pool<IndexQuestion | FindQuestion, BlockIndex | Finding>(location, IDLE_MS);
  const searching = pool<ContentQuestion, ContentFound>(location, SEARCH_IDLE_MS);
  return {
    index: (question: Omit<IndexQuestion, 'kind'>) =>
      slow.ask({ kind: 'index', ...question }) as Promise<BlockIndex>,
    find: (question: Omit<FindQuestion, 'kind'>) =>
      slow.ask({ kind: 'find', ...question }) as Promise<Finding>,
    /** @throws {Failure} `unavailable` if too many searches of the chain wait. */
    search: oneOfEachChain((question: Omit<ContentQuestion, 'kind'>) =>
      searching.ask({ kind: 'search', ...question }),
    ),
    close: async () => {
      await Promise.all([slow.close(), searching.close()]);
    },
  };
}

function pool<Question, Answer>(location: DatabaseLocation, idleMs: number): ThreadPool<Question, Answer> {
  const module = new URL('./look-thread.ts', import.meta.url);
  const start = () => new Thread<Question, Answer>(module, { data: location });
  return new ThreadPool(start, { threads: 1, questionsEach: 1, idleMs });
}

/** Asks one question of each chain at a time. */
function oneOfEachChain<Question extends { chain: number }, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const lines = new Map<number, { waiting: number; last: Promise<unknown> }>();
  return async (question) => {
    const line = lines.get(question.chain) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= MAX_WAITING)
      throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many searches of this chain wait'));
    line.waiting += 1;
    lines.set(question.chain, line);
    const answer = line.last.then(() => ask(question));
    line.last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(question.chain);
    }
  };
}
