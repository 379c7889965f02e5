/** The thread that checks run on: opens a database of its own, and runs the checks it is asked for, by turns. */
import type { DatabaseLocation } from '../database/location.ts';
import { openDatabaseOnThread } from '../database/thread-database.ts';
import { serveThread } from '../foundation/thread.ts';
import type { CheckQuestion, RegistryReport, ThreadCheck } from './registry.ts';

await serveThread(async (location: DatabaseLocation) => {
  const db = await openDatabaseOnThread(location);
  return {
    async answer({ module, extra, context }: CheckQuestion): Promise<RegistryReport> {
      const { check } = (await import(module)) as { check: ThreadCheck<unknown> };
      return check({ ...context, location, db }, extra);
    },
    close: () => db.destroy(),
  };
});
