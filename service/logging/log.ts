/**
 * Structured logs, one JSON object per line on standard error, without secrets and without characters that
 * control a terminal.
 */
import { harmlessJson } from '@assize/evidence-format';
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { LogOutput, standardError } from './output.ts';

/** One per process, because there is one standard error. */
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

/** Also sends each later line to `take`, as it is written. */
export function copyLogTo(take: ((line: string) => void) | undefined): void {
  copyTo = take;
}

/** How long the process waits at its end for the last lines to be written, ms. */
const LAST_LINES_MS = 1000;

/** Call it before the process ends. @returns whether all lines were written in that time. */
export async function flushLog(withinMs: number): Promise<boolean> {
  return (await output?.flush(withinMs)) ?? true;
}

/** The last call of a process: lines that standard error has not taken by now would keep it alive. */
export async function endUnheard(): Promise<void> {
  if (!(await flushLog(LAST_LINES_MS))) process.exit();
}

/** Ends the process at once, after the last lines if standard error takes them. */
export function endNow(code: number): void {
  void flushLog(LAST_LINES_MS).then(() => process.exit(code));
}

function writeLine(line: string): void {
  output?.write(line);
  copyTo?.(line);
}

/** Warnings about the log itself. */
export function logWarnings(): string[] {
  const lost = output?.lost ?? 0;
  if (lost === 0) return [];
  return [`${lost} log lines were lost so far: standard error takes none.`];
}

function lossLine(lost: number): string {
  const msg = `${lost} log lines were lost: standard error took none`;
  return `{"level":"warn"${pino.stdTimeFunctions.isoTime()},"lost":${lost},"msg":"${msg}"}\n`;
}
