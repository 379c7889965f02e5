/** Whose chain a command is about: the options that say so, and the chain they name. */
import { type Command, Option } from 'commander';
import type { Database } from '../database/open.ts';
import { chainOf, ENVIRONMENTS, type Environment, findTenant } from '../tenants/index.ts';

export interface WhereOptions {
  tenant: string;
  environment: Environment;
}

/** @param whose such as `whose agents`. */
export function where(command: Command, whose: string): Command {
  return command
    .option('--tenant <name>', whose, 'default')
    .addOption(
      new Option('--environment <environment>', 'in which environment')
        .choices(ENVIRONMENTS)
        .default('production'),
    );
}

/** @throws {Failure} where there is no such tenant. */
export async function chainFor(db: Database, { tenant, environment }: WhereOptions): Promise<number> {
  return chainOf(db, (await findTenant(db, tenant)).tenantId, environment);
}
