/**
 * The output of the commands: a table or a sentence for people, the same as JSON with `--json`, and exit codes for
 * scripts. Everything goes out by `@assize/evidence-format/terminal`, which makes foreign text harmless.
 */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { shown, shownJson } from '@assize/evidence-format';
import { type Line, printErrorLines, printJsonText, printLines } from '@assize/evidence-format/terminal';
import type { Command } from 'commander';
import { ConfigError } from '../config/config.ts';
import { Failure } from '../foundation/failure.ts';

/** 0 is success. The parser reports usage errors. */
export const EXIT = { failed: 1, usage: 2, unsound: 3 } as const;

export type Lines = string | readonly string[];

/** Prints each text as one line, even if it contains line feeds. */
export function print(...lines: Lines[]): void {
  printLines(lines.flat());
}

/** Prints to standard error, for people, where standard output is piped. */
export function note(...lines: Lines[]): void {
  printErrorLines(lines.flat());
}

/** Prints an error on standard error. */
export function printError(error: unknown): void {
  printErrorLines(linesOf(error));
}

export function printJson(value: unknown): void {
  printJsonText(shownJson(value, 2));
}

/** Waits until the reader takes the lines, so that they don't pile up here, or until `stop`. */
export async function printWithBackpressure(lines: readonly Line[], stop?: AbortSignal): Promise<void> {
  if (printLines(lines)) return;
  await once(process.stdout, 'drain', stop === undefined ? {} : { signal: stop }).catch(() => undefined);
}

type Cell = string | number | null | undefined;

/** The columns of a table: each header with a field of the row, or with what makes the cell. A null is a dash. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => Cell)>>;

/** Columns as wide as their widest cell. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const body = rows.map((row) =>
    Object.values(columns).map((column) => {
      const cell = typeof column === 'function' ? column(row) : (row[column] as Cell);
      return shown(String(cell ?? '-'));
    }),
  );
  const head = Object.keys(columns).map(shown);
  const widths = head.map((name, column) =>
    body.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), name.length),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** An error of several lines. Any other error shows its line feeds as escapes, since it may quote foreign text. */
export class Listing extends Error {
  readonly lines: readonly string[];
  readonly exitCode: number;

  constructor(lines: readonly string[], exitCode: number = EXIT.failed) {
    super(lines.join('\n'));
    this.lines = lines;
    this.exitCode = exitCode;
  }
}

/** An error as a person reads it: the faults of a refusal one by one, or the message and its cause. */
export function linesOf(error: unknown): string[] {
  if (error instanceof Failure) {
    const faults = error.details.faults?.map((fault) => fault.message) ?? [];
    if (faults.length > 0) return faults;
    const { cause } = error;
    return [cause instanceof Error ? `${error.publicMessage} (${reasonOf(cause)})` : error.publicMessage];
  }
  if (error instanceof Listing) return [...error.lines];
  if (error instanceof ConfigError) {
    return [error.message.split('\n')[0] ?? '', ...error.problems.map((problem) => `  - ${problem}`)];
  }
  return [error instanceof Error ? error.message : String(error)];
}

/** The error in one line. */
export function describe(error: unknown): string {
  return linesOf(error).join(' ');
}

/** Makes the parser print its help and errors the same way as the commands. */
export function withTerminalOutput<Program extends Command>(program: Program): Program {
  return program.configureOutput({
    writeOut: (text) => print(linesWithin(text)),
    writeErr: (text) => note(linesWithin(text)),
    // An error quotes its input, which may have line feeds. Otherwise one stands only before a suggestion.
    outputError: (text) => note(text.trimEnd().split(/\n(?=\(Did you mean )/)),
  });
}

function linesWithin(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** A connection refused on several addresses has no message, only a code. */
function reasonOf(cause: Error & { code?: unknown }): string {
  return cause.message || String(cause.code ?? cause.name);
}

export function isoOrDash(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString();
}

interface NewFileOptions {
  overwrite: boolean;
  /** The option that names the file. */
  option?: string;
  mode?: number;
  /** Added to the error where the name is taken. */
  remark?: string;
}

export async function writeNewFile(
  file: string,
  contents: string | Uint8Array,
  { overwrite, option = '--out', mode, remark = '' }: NewFileOptions,
): Promise<void> {
  try {
    await writeFile(file, contents, { flag: overwrite ? 'w' : 'wx', flush: true, mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} already exists: name another with ${option}, or pass --overwrite.${remark}`);
  }
}

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
