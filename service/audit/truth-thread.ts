/** The thread that checks run on: opens a database of its own, and runs the requested checks in turns. */
import assert from 'node:assert/strict';
import type { DatabaseLocation } from '../database/location.ts';
import { openDatabaseOnThread } from '../database/thread-database.ts';
import { serveThread } from '../foundation/thread.ts';
import { REGISTRIES } from './registries/index.ts';
import { type CheckQuestion, checkConfirmed, type RegistryReport } from './registry.ts';

await serveThread(async (location: DatabaseLocation) => {
  const db = await openDatabaseOnThread(location);
  return {
    async answer({ registry, extra, context }: CheckQuestion): Promise<RegistryReport> {
      const asked = REGISTRIES.find(({ name }) => name === registry);
      assert(asked, `there is no registry ${registry}`);
      return checkConfirmed((tally) => asked.check(tally, { ...context, location, db }, extra));
    },
    close: () => db.destroy(),
  };
});
