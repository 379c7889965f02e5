/** Times as they are typed. */
import { InvalidArgumentError } from 'commander';

const DAY_LENGTH = '2026-01-31'.length;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** ms since the epoch; a day begins at midnight UTC. @throws for what is neither a day nor a time with its zone. */
export function moment(text: string): number {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || !isDay(text.slice(0, DAY_LENGTH))) {
    throw new InvalidArgumentError(
      'Expected a day (2026-01-31) or a time with its zone (2026-01-31T09:00Z).',
    );
  }
  return ms;
}

/** One that no month has would be taken for one of the next month. */
function isDay(day: string): boolean {
  return new Date(Date.parse(day)).toISOString().startsWith(day);
}
