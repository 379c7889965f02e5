/** The commands of `assize`, and what becomes of their errors. */
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.ts';
import servicePackage from '../package.json' with { type: 'json' };
import { EXIT, print, printError, printJson, printsByTerminal } from './terminal.ts';
import { houseOpener, type WithHouse } from './with-house.ts';

interface Surroundings {
  environment: NodeJS.ProcessEnv;
  withHouse: WithHouse;
}

type AddCommand = (program: Command, surroundings: Surroundings) => void | Promise<void>;

/** By its first word, in the order of `--help`. Only the one that is asked for is loaded. */
const COMMANDS: Record<string, AddCommand> = {
  serve: serveCommand,
  migrate: migrateCommand,
  doctor: async (program, { environment }) =>
    (await import('./doctor.ts')).doctorCommand(program, environment),
  keys: async (program, { withHouse }) => (await import('./keys.ts')).keyCommands(program, withHouse),
  tenants: async (program, { withHouse }) =>
    (await import('./tenants.ts')).tenantCommands(program, withHouse),
  halts: async (program, { withHouse }) => (await import('./halts.ts')).haltCommands(program, withHouse),
  budgets: async (program, { withHouse }) =>
    (await import('./budgets.ts')).budgetCommands(program, withHouse),
  settings: async (program, { withHouse }) =>
    (await import('./settings.ts')).settingsCommands(program, withHouse),
  usage: async (program, { withHouse }) => (await import('./usage.ts')).usageCommands(program, withHouse),
  trust: async (program, { withHouse }) => (await import('./trust.ts')).trustCommands(program, withHouse),
  evidence: async (program, { withHouse }) =>
    (await import('./evidence.ts')).evidenceCommands(program, withHouse),
  policies: async (program, { withHouse }) =>
    (await import('./policies.ts')).policyCommands(program, withHouse),
  compliance: async (program, { withHouse }) =>
    (await import('./compliance.ts')).complianceCommands(program, withHouse),
  listen: async (program, { environment }) =>
    (await import('./listen.ts')).listenCommand(program, environment),
};

/** @returns the exit code. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const program = await commands(argv[2], environment);
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    printError(error);
    return EXIT.failed;
  }
}

/** @param asked the first word; all commands where it is none of them, to tell of them. */
async function commands(asked: string | undefined, environment: NodeJS.ProcessEnv): Promise<Command> {
  const program = printsByTerminal(new Command('assize'))
    .description('Decides whether an action of an AI agent may be carried out, and proves what it decided.')
    .version(servicePackage.version)
    .exitOverride();
  const surroundings = { environment, withHouse: houseOpener(environment) };
  const one = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
  for (const add of one === undefined ? Object.values(COMMANDS) : [one]) await add(program, surroundings);
  return program;
}

function serveCommand(program: Command, { environment }: Surroundings): void {
  program
    .command('serve')
    .description('run the service')
    .action(async () => {
      const config = readConfig(environment);
      const { serve } = await import('./serve.ts');
      await serve(config);
    });
}

function migrateCommand(program: Command, { withHouse }: Surroundings): void {
  program
    .command('migrate')
    .description('bring the database up to date, as every start does')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const kind = await withHouse(async ({ config }) => config.database.kind);
      if (json) printJson({ database: kind, current: true });
      else print(`The ${kind} database is up to date.`);
    });
}
