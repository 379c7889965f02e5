#!/usr/bin/env node
/** `assize`: the command line. This is the only file that reads the process's environment. */
import { Command, CommanderError } from 'commander';
import { doctorCommand } from './cli/doctor.ts';
import { evidenceCommands } from './cli/evidence.ts';
import { keyCommands } from './cli/keys.ts';
import { serve } from './cli/serve.ts';
import { tenantCommands } from './cli/tenants.ts';
import { describe, EXIT, print, printJson } from './cli/terminal.ts';
import { houseOpener } from './cli/with-house.ts';
import { readConfig } from './config.ts';
import servicePackage from './package.json' with { type: 'json' };

const withHouse = houseOpener(process.env);

const program = new Command('assize')
  .description('Decides whether an action of an AI agent may be carried out, and proves what it decided.')
  .version(servicePackage.version)
  .exitOverride();

program
  .command('serve')
  .description('run the service')
  .action(() => serve(readConfig(process.env)));

program
  .command('migrate')
  .description('bring the database up to date, as every start does')
  .option('--json', 'print JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const kind = await withHouse(async ({ config }) => config.database.kind);
    if (json) printJson({ database: kind, current: true });
    else print(`The ${kind} database is up to date.`);
  });

doctorCommand(program, process.env);
keyCommands(program, withHouse);
tenantCommands(program, withHouse);
evidenceCommands(program, withHouse);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  } else {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = EXIT.failed;
  }
}
