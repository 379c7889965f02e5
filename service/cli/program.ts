/** The commands of `assize`, and how their errors are shown. */
import { CommanderError, Option } from 'commander';
import { readConfig } from '../config/config.ts';
import { PROGRAM } from '../database/nodes/releases.ts';
import { backupCommands } from './backup/backup.ts';
import { restoreCommand } from './backup/restore.ts';
import { type JsonOption, ServiceCommand } from './command.ts';
import { agentCommands } from './commands/agents.ts';
import { budgetCommands } from './commands/budgets.ts';
import { complianceCommands } from './commands/compliance.ts';
import { haltCommands } from './commands/halts.ts';
import { issuerCommands } from './commands/issuers.ts';
import { judgementCommands } from './commands/judgement.ts';
import { keyCommands } from './commands/keys.ts';
import { mandateCommands } from './commands/mandates.ts';
import { memberCommands } from './commands/members.ts';
import { plannerCommands } from './commands/planner.ts';
import { sessionCommands } from './commands/sessions.ts';
import { settingsCommands } from './commands/settings.ts';
import { targetCommands } from './commands/targets.ts';
import { trustCommands } from './commands/trust.ts';
import { demoCommands } from './demo/demo.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { evidenceCommands } from './evidence/evidence.ts';
import { holdCommands } from './evidence/holds.ts';
import { siemCommands } from './evidence/siem.ts';
import { addExamples } from './examples.ts';
import { explain } from './explain.ts';
import { initCommand } from './init/init.ts';
import { listenCommand } from './listen/listen.ts';
import { workerCount } from './options.ts';
import { policyCommands } from './policies/policies.ts';
import { migrateDatabase } from './service-for-command.ts';
import { tenantCommands } from './tenants/tenants.ts';
import { usageCommands } from './tenants/usage.ts';
import {
  EXIT,
  exitOnBrokenPipe,
  ignoreBrokenPipe,
  Listing,
  printError,
  withTerminalOutput,
} from './terminal.ts';
import { toolCommands } from './tools/tools.ts';
import { startWorkers } from './workers/workers.ts';

/** Separate programs, which the launcher starts without loading the service. */
const APART = `
Three more commands ask a service, and have a help of their own:
  gateway               stand between MCP clients and servers
  hook                  answer the hooks of coding agents
  health                ask whether the service of this machine is well`;

/** Commands that handle a broken pipe themselves. */
const HANDLE_BROKEN_PIPES = new Set(['serve', 'listen']);

/** @returns the exit code. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  ignoreBrokenPipe(process.stderr);
  if (!HANDLE_BROKEN_PIPES.has(argv[2] ?? '')) exitOnBrokenPipe();
  try {
    const words = helpAsOption(argv);
    await commands(environment).parseAsync(words);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    printError(explain(error));
    return error instanceof Listing ? error.exitCode : EXIT.failed;
  }
}

/** Turns `help keys create` into `keys create --help`, since the parser's own help takes one word. */
function helpAsOption(argv: readonly string[]): readonly string[] {
  const [node = '', script = '', first, ...others] = argv;
  return first === 'help' && others.length > 0 ? [node, script, ...others, '--help'] : argv;
}

/** Each adds commands, in the order of `--help`. */
const COMMANDS: readonly ((program: ServiceCommand) => void)[] = [
  serveCommand,
  initCommand,
  migrateCommand,
  demoCommands,
  doctorCommand,
  backupCommands,
  restoreCommand,
  keyCommands,
  memberCommands,
  tenantCommands,
  targetCommands,
  mandateCommands,
  sessionCommands,
  agentCommands,
  issuerCommands,
  haltCommands,
  budgetCommands,
  settingsCommands,
  plannerCommands,
  toolCommands,
  judgementCommands,
  usageCommands,
  trustCommands,
  evidenceCommands,
  holdCommands,
  siemCommands,
  policyCommands,
  complianceCommands,
  listenCommand,
];

export function commands(environment: NodeJS.ProcessEnv): ServiceCommand {
  const program = withTerminalOutput(new ServiceCommand(environment, 'assize'))
    .description('Decides whether an action of an AI agent may be carried out, and proves what it decided.')
    .version(PROGRAM)
    .addHelpText('after', APART)
    .exitOverride();
  for (const add of COMMANDS) add(program);
  addExamples(program);
  return program;
}

interface ServeOptions extends JsonOption {
  workers: number;
  greeting: boolean;
  ofVersion?: string;
}

function serveCommand(program: ServiceCommand): void {
  program
    .command('serve')
    .description('run the service')
    .json('print where it listens, and the first keys, as JSON')
    .option(
      '--workers <count>',
      'answer with this many processes on one port; auto: one for each core',
      workerCount,
      1,
    )
    // For the processes that it starts itself.
    .addOption(new Option('--no-greeting').hideHelp())
    .addOption(new Option('--of-version <version>').hideHelp())
    .action(async ({ workers, json = false, greeting, ofVersion = PROGRAM }: ServeOptions) => {
      requireVersion(ofVersion);
      const config = readConfig(program.environment);
      if (workers > 1) {
        const { createLogger } = await import('../logging/log.ts');
        const log = createLogger(config.logLevel);
        return startWorkers({ count: workers, json, log, config });
      }
      const { serve } = await import('./serve.ts');
      await serve(config, { json, greets: greeting }).catch((error: unknown) => {
        throw explain(error, config.database);
      });
    });
}

/** A worker and the process that commits for it exchange messages that change from version to version. */
function requireVersion(first: string): void {
  if (first === PROGRAM) return;
  // The channel to the first process would keep this one running.
  process.disconnect?.();
  throw new Error(
    `The files of this service were replaced while it runs: its first process runs ${first}, and these are ${PROGRAM}. ` +
      'Restart the whole service, since its signals only start workers of its own version.',
  );
}

function migrateCommand(program: ServiceCommand): void {
  program
    .command('migrate')
    .description('bring the database up to date, as each start does')
    .json()
    .run(
      async () => {
        const config = readConfig(program.environment);
        return { database: config.database.kind, current: true, waiting: await migrateDatabase(config) };
      },
      {
        lines: ({ database, waiting }) => [
          `The ${database} database is up to date.`,
          ...(waiting.length === 0
            ? []
            : [`Once no node of an earlier minor version serves it, these will run: ${waiting.join(', ')}.`]),
        ],
      },
    );
}
