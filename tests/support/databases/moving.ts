/** A database that changes while it is read. */
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { openDatabaseOnThread } from '@assize/service/database/thread-database.ts';

/**
 * @returns a function that provides the database over its own connection, where something happens after each of the
 * first queries.
 */
export async function openMoving(
  t: TestContext,
  location: DatabaseLocation,
): Promise<(queries: number, happen: () => Promise<unknown>) => Database> {
  const reading = await openDatabaseOnThread(location);
  t.after(() => reading.destroy());
  return (queries, happen) => {
    let left = queries;
    return reading.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (left > 0) {
          left -= 1;
          await happen();
        }
        return result;
      },
    });
  };
}
