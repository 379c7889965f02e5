/**
 * The thread that searches SQLite's file for damage, one table with its indexes at a time. It reads over a separate
 * connection, so verdicts don't wait for it. Only the log can't be restarted while a table is being checked.
 */
import { serveThread } from '../../foundation/thread.ts';
import { isSqliteDamaged, openSqliteFile } from './file.ts';

/** A table to check, or a request for the list of tables. */
export type DamageQuestion = { table: string } | 'tables';
/** The list of tables, or the first fault of a table; null if it has none. */
export type DamageAnswer = string[] | string | null;

await serveThread(({ path }: { path: string }) => {
  const database = openSqliteFile(path);
  database.exec('PRAGMA query_only = ON');
  return {
    answer(question: DamageQuestion): DamageAnswer {
      try {
        if (question === 'tables') {
          const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
          return tables.map(({ name }) => String(name));
        }
        // Unlike quick_check, it compares the rows of a table with its indexes.
        const [found] = database.prepare(`PRAGMA integrity_check("${question.table}")`).all();
        const said = String(found?.integrity_check ?? 'ok');
        return said === 'ok' ? null : said;
      } catch (error) {
        if (!isSqliteDamaged(error)) throw error;
        return String(error);
      }
    },
    close: () => database.close(),
  };
});
