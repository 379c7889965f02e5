/**
 * Kills Assize itself again and again, with the tests of `tests/kill.test.ts`: one process, and two workers under a
 * primary, on SQLite and on a PostgreSQL that syncs, with their data on a disk.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { findPostgres, startPostgres } from '../support/databases/postgres.ts';
import { RUNS_TIMES } from '../support/runner/runs.ts';

const TESTS = path.join(import.meta.dirname, '../run.ts');
/** One process and workers, on each database. */
const TESTS_AT_ONCE = 4;
/** How many rounds one run of `tests/kill.test.ts` makes. */
const ROUNDS_OF_A_RUN = 2;
/** Then an empty database is used, so that the checks after each kill do not grow. */
const ROUNDS_ON_A_DATABASE = 10;
const DONE = /(\d+) kills, (\d+) verdicts answered, (\d+) requests cut off/g;

/** @returns whether every answer was kept. */
export async function killRounds(kills: number, folder: string): Promise<boolean> {
  const server = await startPostgres(findPostgres() ?? '', { durable: true });
  const total = { kills: 0, answered: 0, cutOff: 0 };
  let held = true;
  try {
    while (held && total.kills < kills) {
      const rounds = Math.min(ROUNDS_ON_A_DATABASE, Math.ceil((kills - total.kills) / TESTS_AT_ONCE));
      const { code, output } = await runTests(rounds, folder, server.url);
      held = code === 0;
      if (!held) console.error(output);
      for (const [, killed, answered, cutOff] of output.matchAll(DONE)) {
        total.kills += Number(killed);
        total.answered += Number(answered);
        total.cutOff += Number(cutOff);
      }
      console.log(`${total.kills} kills, ${total.answered} verdicts answered, ${total.cutOff} cut off`);
    }
  } finally {
    await server.remove();
  }
  console.log(held ? 'none lost, no fork, none answered twice' : 'FAILED');
  return held;
}

function runTests(
  rounds: number,
  folder: string,
  url: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [TESTS, 'tests/kill.test'], {
    env: {
      ...process.env,
      [RUNS_TIMES]: String(rounds / ROUNDS_OF_A_RUN),
      ASSIZE_TEST_DATABASES_IN: folder,
      ASSIZE_TEST_DATABASE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
