/**
 * The thread that looks through SQLite's file for damage, one table with its indexes at a time. It reads over a connection
 * of its own, behind everything that a verdict waits for; only the log can't begin anew while a table is looked through.
 */
import { serveThread } from '../../foundation/thread.ts';
import { isSqliteDamaged, openSqliteFile } from './file.ts';

/** A table, or the question which there are. */
export type DamageQuestion = { table: string } | 'tables';
/** The tables; or the first thing that is wrong with one, null for nothing. */
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
