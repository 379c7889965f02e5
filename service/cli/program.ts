/** The commands of `assize`, and what becomes of their errors. */
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.ts';
import servicePackage from '../package.json' with { type: 'json' };
import { budgetCommands } from './budgets.ts';
import { complianceCommands } from './compliance.ts';
import { doctorCommand } from './doctor.ts';
import { evidenceCommands } from './evidence.ts';
import { haltCommands } from './halts.ts';
import { keyCommands } from './keys.ts';
import { listenCommand } from './listen.ts';
import { policyCommands } from './policies.ts';
import { settingsCommands } from './settings.ts';
import { tenantCommands } from './tenants.ts';
import { describe, EXIT, print, printJson } from './terminal.ts';
import { trustCommands } from './trust.ts';
import { usageCommands } from './usage.ts';
import { houseOpener } from './with-house.ts';

/** @returns the exit code. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const program = commands(environment);
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    process.stderr.write(`${describe(error)}\n`);
    return EXIT.failed;
  }
}

function commands(environment: NodeJS.ProcessEnv): Command {
  const withHouse = houseOpener(environment);
  const program = new Command('assize')
    .description('Decides whether an action of an AI agent may be carried out, and proves what it decided.')
    .version(servicePackage.version)
    .exitOverride();

  program
    .command('serve')
    .description('run the service')
    .action(async () => {
      const config = readConfig(environment);
      // Loaded only here: the other commands need no HTTP, and start in half the time without it.
      const { serve } = await import('./serve.ts');
      await serve(config);
    });

  program
    .command('migrate')
    .description('bring the database up to date, as every start does')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const kind = await withHouse(async ({ config }) => config.database.kind);
      if (json) printJson({ database: kind, current: true });
      else print(`The ${kind} database is up to date.`);
    });

  doctorCommand(program, environment);
  keyCommands(program, withHouse);
  tenantCommands(program, withHouse);
  haltCommands(program, withHouse);
  budgetCommands(program, withHouse);
  settingsCommands(program, withHouse);
  usageCommands(program, withHouse);
  trustCommands(program, withHouse);
  evidenceCommands(program, withHouse);
  policyCommands(program, withHouse);
  complianceCommands(program, withHouse);
  listenCommand(program, environment);
  return program;
}
