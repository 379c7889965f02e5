/**
 * Structured logs, one JSON object a line on standard error, without a secret in any of them, and without a character
 * that a terminal would obey.
 */
import { harmlessJson } from '@assize/evidence-format';
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: harmlessJson },
      redact: ['req.headers', 'headers', '*.headers'],
    },
    pino.destination({ dest: 2, sync: false, minLength: 0 }),
  );
}
