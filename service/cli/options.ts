/** The options that commands share, and how their values are read. */
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { chainOf, ENVIRONMENTS, type Environment, findTenant } from '../tenants/index.ts';
import type { Service } from '../wiring.ts';
import type { WithService } from './service-for-command.ts';

export interface JsonOption {
  json?: boolean;
}

/** The options of a command on one chain. */
export interface ChainOptions extends JsonOption {
  tenant: string;
  environment: Environment;
}

/** Adds the options that name a chain. @param whose such as `whose agents`. */
export function onChain(command: Command, whose: string): Command {
  return command
    .option('--tenant <name>', whose, 'default')
    .addOption(
      new Option('--environment <environment>', 'the environment')
        .choices(ENVIRONMENTS)
        .default('production'),
    );
}

/** Does the work on the chain that the options name. @throws {Failure} where there is no such tenant. */
export function withChain<T>(
  withService: WithService,
  { tenant, environment }: ChainOptions,
  work: (service: Service, chain: number) => Promise<T>,
): Promise<T> {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, tenant);
    return work(service, await chainOf(service.db, tenantId, environment));
  });
}

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

const MAX_WORKERS = 64;

/** Reads the value of `--workers`. */
export function workerCount(text: string): number {
  if (text === 'auto') return Math.min(MAX_WORKERS, availableParallelism());
  const count = Number(text);
  if (/^[1-9]\d*$/.test(text) && count <= MAX_WORKERS) return count;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_WORKERS}, or auto.`);
}
