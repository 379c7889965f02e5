/** A thread that replays ranges of a chain, one at a time, over database connections of its own. */
import { openTellingReader } from '../../database/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { serveThread } from '../../foundation/thread.ts';
import { policySetsOf } from '../../governance/policies/index.ts';
import { settingsVersionsOf } from '../../governance/settings/index.ts';
import { pastOfActs } from './past.ts';
import type { BacktestQuestion, Found } from './question.ts';
import { openReplay, type Replay } from './replay.ts';

export interface BacktestThreadData {
  database: DatabaseLocation;
  question: BacktestQuestion;
}

export interface RangeWanted {
  start: number;
  end: number;
}

await serveThread((data: BacktestThreadData) => {
  let replay: Promise<Replay> | null = null;
  return {
    async answer({ start, end }: RangeWanted): Promise<Found> {
      replay ??= open(data);
      return (await replay)(start, end);
    },
  };
});

/** The connections end with the thread. */
async function open({ database, question }: BacktestThreadData): Promise<Replay> {
  const db = await openDatabaseOnThread(database);
  const { chain } = question;
  const sets = await policySetsOf(db, chain);
  const settings = await settingsVersionsOf(db, chain);
  const acts = await pastOfActs(db, chain);
  const past = { settings, policies: (version: string) => sets.compiled(version), acts };
  return openReplay(await openTellingReader(database), past, question);
}
