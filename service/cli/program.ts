/** The commands of `assize`, and what becomes of their errors. */
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config/config.ts';
import servicePackage from '../package.json' with { type: 'json' };
import { addExamples } from './examples.ts';
import { explain } from './explain.ts';
import { bringUpToDate, serviceOpener, type WithService } from './service-for-command.ts';
import { exitOnBrokenPipe, ignoreBrokenPipe } from './standard-streams.ts';
import { EXIT, print, printError, printJson, withTerminalOutput } from './terminal.ts';

interface Surroundings {
  environment: NodeJS.ProcessEnv;
  withService: WithService;
}

type AddCommand = (program: Command, surroundings: Surroundings) => void | Promise<void>;

/** By its first word, in the order of `--help`. Only the one that is asked for is loaded. */
const COMMANDS: Record<string, AddCommand> = {
  serve: serveCommand,
  migrate: migrateCommand,
  doctor: async (program, { environment }) =>
    (await import('./doctor/doctor.ts')).doctorCommand(program, environment),
  keys: async (program, { withService }) => (await import('./keys.ts')).keyCommands(program, withService),
  tenants: async (program, { withService }) =>
    (await import('./tenants/tenants.ts')).tenantCommands(program, withService),
  halts: async (program, { withService }) => (await import('./halts.ts')).haltCommands(program, withService),
  budgets: async (program, { withService }) =>
    (await import('./budgets.ts')).budgetCommands(program, withService),
  settings: async (program, { withService }) =>
    (await import('./settings.ts')).settingsCommands(program, withService),
  usage: async (program, { withService }) =>
    (await import('./tenants/usage.ts')).usageCommands(program, withService),
  trust: async (program, { withService }) => (await import('./trust.ts')).trustCommands(program, withService),
  evidence: async (program, { withService }) =>
    (await import('./evidence/evidence.ts')).evidenceCommands(program, withService),
  policies: async (program, { withService }) =>
    (await import('./policies/policies.ts')).policyCommands(program, withService),
  compliance: async (program, { withService }) =>
    (await import('./compliance.ts')).complianceCommands(program, withService),
  listen: async (program, { environment }) =>
    (await import('./listen/listen.ts')).listenCommand(program, environment),
};

/** These end in their own way, or not at all. */
const HANDLE_BROKEN_PIPES = new Set(['serve', 'listen']);

/** @returns the exit code. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  ignoreBrokenPipe(process.stderr);
  if (!HANDLE_BROKEN_PIPES.has(argv[2] ?? '')) exitOnBrokenPipe();
  try {
    const words = helpAsOption(argv);
    const program = await commands(words[2], environment);
    await program.parseAsync(words);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    printError(explain(error));
    return EXIT.failed;
  }
}

/** `help keys create` is `keys create --help`: the parser's own help looks no deeper than one word. */
function helpAsOption(argv: readonly string[]): readonly string[] {
  const [node = '', script = '', first, ...others] = argv;
  return first === 'help' && others.length > 0 ? [node, script, ...others, '--help'] : argv;
}

/** @param asked the first word; all commands where it is none of them, to tell of them. */
export async function commands(asked: string | undefined, environment: NodeJS.ProcessEnv): Promise<Command> {
  const program = withTerminalOutput(new Command('assize'))
    .description('Decides whether an action of an AI agent may be carried out, and proves what it decided.')
    .version(servicePackage.version)
    .exitOverride();
  const surroundings = { environment, withService: serviceOpener(environment) };
  const one = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
  for (const add of one === undefined ? Object.values(COMMANDS) : [one]) await add(program, surroundings);
  addExamples(program);
  return program;
}

function serveCommand(program: Command, { environment }: Surroundings): void {
  program
    .command('serve')
    .description('run the service')
    .option('--json', 'print where it listens, and the first keys, as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const config = readConfig(environment);
      const { serve } = await import('./serve.ts');
      await serve(config, json).catch((error: unknown) => {
        throw explain(error, config.database);
      });
    });
}

function migrateCommand(program: Command, { environment }: Surroundings): void {
  program
    .command('migrate')
    .description('bring the database up to date, as every start does')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(environment);
      await bringUpToDate(config);
      const { kind } = config.database;
      if (json) printJson({ database: kind, current: true });
      else print(`The ${kind} database is up to date.`);
    });
}
