/** Handles a standard output or standard error that can't be written. */
import { printLines } from '@assize/evidence-format/terminal';
import { EXIT, note } from './terminal.ts';

/** The exit code that a shell reports for a program ended by a broken pipe. */
const BROKEN_PIPE = 141;

/** Ends a command whose output can't be written, without a message where the reader has gone, as `head` does. */
export function exitOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    note(`Standard output can't be written: ${error.message}`);
    process.exit(EXIT.failed);
  });
}

/** Lets a service go on when the pipe breaks. */
export function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', () => undefined);
}

/** @returns why standard output did not take the lines in time; null where it did. */
export async function printWithin(lines: readonly string[], withinMs: number): Promise<Error | null> {
  const outcome = Promise.withResolvers<Error | null>();
  const timer = setTimeout(() => outcome.resolve(new Error('it is not read')), withinMs);
  printLines(lines, process.stdout, (error) => outcome.resolve(error ?? null));
  const failure = await outcome.promise;
  clearTimeout(timer);
  return failure;
}
