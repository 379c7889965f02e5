/** An appender that appends in another way. */
import type { EvidenceAppender } from '../evidence/append/index.ts';

export function appendingBy(
  appender: EvidenceAppender,
  append: EvidenceAppender['append'],
  requireAllowed: EvidenceAppender['requireAllowed'] = (entry) => appender.requireAllowed(entry),
): EvidenceAppender {
  return {
    append,
    requireAllowed,
    get waiting() {
      return appender.waiting;
    },
    requireWritable: () => appender.requireWritable(),
    restartLog: () => appender.restartLog(),
    takeUnwritten: () => appender.takeUnwritten(),
    close: () => appender.close(),
  };
}
