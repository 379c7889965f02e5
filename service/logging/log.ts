/**
 * Structured logs, one JSON object a line on standard error, without a secret in any of them, and without a character
 * that a terminal would obey.
 */
import { harmlessJson } from '@assize/evidence-format';
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { LogOutput, standardError } from './output.ts';

/** One for the process, as there is one standard error. */
let output: LogOutput | null = null;
let copyTo: ((line: string) => void) | undefined;

export function createLogger(level: LogLevel): Logger {
  output ??= new LogOutput(standardError(), lossLine);
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: harmlessJson },
      redact: ['req.headers', 'headers', '*.headers'],
    },
    { write: writeLine },
  );
}

/** Each line that is logged from now on goes there too, as it goes out. */
export function copyLogTo(take: ((line: string) => void) | undefined): void {
  copyTo = take;
}

/** For what was logged last to be taken, ms. */
const LAST_LINES_MS = 1000;

/** Before the process ends. @returns whether all that was logged was taken in that time. */
export async function flushLog(withinMs: number): Promise<boolean> {
  return (await output?.flush(withinMs)) ?? true;
}

/** Comes last in the life of a process: what standard error has not taken by now would keep it. */
export async function endUnheard(): Promise<void> {
  if (!(await flushLog(LAST_LINES_MS))) process.exit();
}

/** Ends the process at once, with what was logged last where that is taken. */
export function endNow(code: number): void {
  void flushLog(LAST_LINES_MS).then(() => process.exit(code));
}

function writeLine(line: string): void {
  output?.write(line);
  copyTo?.(line);
}

/** Of the log as it is now. */
export function logWarnings(): string[] {
  const lost = output?.lost ?? 0;
  if (lost === 0) return [];
  return [`${lost} log lines were lost so far: standard error takes none.`];
}

function lossLine(lost: number): string {
  const msg = `${lost} log lines were lost: standard error took none`;
  return `{"level":"warn"${pino.stdTimeFunctions.isoTime()},"lost":${lost},"msg":"${msg}"}\n`;
}
