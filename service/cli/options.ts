/** How the values of options are read. */
import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { SCOPES, type Scope } from '../keys/index.ts';

const DAY_LENGTH = '2026-01-31'.length;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** @returns ms since the epoch; a day begins at midnight UTC. @throws unless it is a day, or a time with its zone. */
export function moment(text: string): number {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || !isDay(text.slice(0, DAY_LENGTH))) {
    throw new InvalidArgumentError(
      'Expected a day (2026-01-31) or a time with its zone (2026-01-31T09:00Z).',
    );
  }
  return ms;
}

/** Refuses days such as 31 February, which `Date.parse` takes for a day in March. */
function isDay(day: string): boolean {
  return new Date(Date.parse(day)).toISOString().startsWith(day);
}

/** Reads a text of 1 to `maxCharacters` characters. */
export function textUpTo(maxCharacters: number): (text: string) => string {
  return (text) => {
    if (text.length >= 1 && text.length <= maxCharacters) return text;
    throw new InvalidArgumentError(`It must have 1 to ${maxCharacters} characters.`);
  };
}

/** As long as the API takes it. */
export const LONGEST_AGENT_ID = 256;

/** Reads a whole number. @param expected the error for any other text, or for a number out of the range. */
export function wholeNumber(
  least: number,
  most: number,
  expected = `Expected a whole number from ${least} to ${most}.`,
): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(expected);
  };
}

/** No version, revision or count is higher. */
export const MAX_NUMBER = 999_999_999;

const MAX_WORKERS = 64;

const countedWorkers = wholeNumber(
  1,
  MAX_WORKERS,
  `Expected a whole number from 1 to ${MAX_WORKERS}, or auto.`,
);

/** Reads the value of `--workers`. */
export function workerCount(text: string): number {
  return text === 'auto' ? Math.min(MAX_WORKERS, availableParallelism()) : countedWorkers(text);
}

/** Reads texts with commas between them. */
export function listOf(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

/** Reads scopes with commas between them. */
export function listOfScopes(text: string): Scope[] {
  const scopes = listOf(text);
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`These scopes do not exist: ${unknown.join(', ')}.`);
  return scopes as Scope[];
}
