/** The thread that reads results, one at a time. It has no database, and gets the secret of the hashes. */
import { serveThread } from '../../foundation/thread.ts';
import { hashesUnder } from '../../targets/known/index.ts';
import type { ReadAnswer, ReadQuestion } from './question.ts';
import { readResult } from './read-result.ts';

/** The next evaluation of the session waits for its answers. */
const EVALUATIONS_WAIT = { isUrgent: true };

await serveThread(({ secret }: { secret: Uint8Array }) => {
  const hashes = hashesUnder(secret);
  return { answer: (question: ReadQuestion): ReadAnswer => readResult(hashes, question) };
}, EVALUATIONS_WAIT);
