/** A thread that replays ranges of a chain, one at a time, over database connections of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEvidenceReader } from '../../database/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { policySetsOf } from '../../governance/policies/index.ts';
import { settingsVersionsOf } from '../../governance/settings/index.ts';
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

/** An error says nothing of the draft, only that a range could not be read. */
export type BacktestThreadAnswer = { found: Found } | { error: string };

const port = parentPort;
if (port === null) throw new Error('backtest-thread.ts runs as a worker thread only');
const { database, question } = workerData as BacktestThreadData;
let replay: Promise<Replay> | null = null;

port.on('message', async ({ start, end }: RangeWanted) => {
  try {
    replay ??= open();
    const found = await (await replay)(start, end);
    port.postMessage({ found } satisfies BacktestThreadAnswer);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ error: message } satisfies BacktestThreadAnswer);
  }
});

/** The connections end with the thread. */
async function open(): Promise<Replay> {
  const db = await openDatabaseOnThread(database);
  const { chain } = question;
  const sets = await policySetsOf(db, chain);
  const settings = await settingsVersionsOf(db, chain);
  const past = { settings, policies: (version: string) => sets.compiled(version) };
  return openReplay(await openEvidenceReader(database), past, question);
}
