/** A thread that indexes and searches payloads over a separate database connection, so that no request waits for it. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { serveThread } from '../../foundation/thread.ts';
import { type ContentQuestion, searchContents } from './contents.ts';
import { type IndexQuestion, indexBlock } from './index-block.ts';
import { type FindQuestion, findSubject } from './look.ts';

await serveThread((database: DatabaseLocation) => {
  let db: Database | null = null;
  const close = async () => {
    const closing = db;
    db = null;
    await closing?.destroy().catch(() => undefined);
  };
  return {
    async answer(question: IndexQuestion | FindQuestion | ContentQuestion) {
      try {
        db ??= await openDatabaseOnThread(database);
        if (question.kind === 'index') return await indexBlock(db, question);
        if (question.kind === 'find') return await findSubject(db, question);
        return await searchContents(db, question);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
});
