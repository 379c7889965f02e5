/**
 * Runs commands of `assize` one after another in one process, because a new process mostly spends its time loading
 * the same modules. Each command gets its own words and environment, and its output is complete before its end is
 * reported. The process ends with its parent.
 */
import { runCommand } from '@assize/service/cli/program.ts';
import { flushLog } from '@assize/service/logging/log.ts';
import '../threads/bundled-threads.ts';
import type { CommandAsked } from './command.ts';

const FLUSH_TIMEOUT_MS = 10_000;

process.on('message', async ({ words, environment, end }: CommandAsked) => {
  process.exitCode = undefined;
  const code = await runCommand([process.execPath, 'assize', ...words], environment);
  await flushLog(FLUSH_TIMEOUT_MS);
  for (const stream of [process.stdout, process.stderr]) {
    // Each command listens for the end of its reader.
    stream.removeAllListeners('error');
    stream.write(end);
  }
  process.send?.({ code });
});
process.on('disconnect', () => process.exit());
