/** The command `assize gateway`: sits between MCP clients and servers, and changes a client's file to use it. */
import { existsSync } from 'node:fs';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import { Command, CommanderError, Option } from 'commander';
import type { GatewayConfiguration, WrappedServer } from './configuration/configuration.ts';
import {
  ConfigurationProblems,
  configurationOf,
  definedOf,
  readFile,
  type Settings,
  serversOf,
} from './configuration/file.ts';
import { importInto } from './configuration/import-command.ts';
import { addressIn, valuesOf } from './configuration/options.ts';
import { contentOf, DEFAULT_FILE } from './configuration/read-file.ts';
import { type Gateway, gatewayFor } from './mcp/gateway.ts';
import { serveHttp } from './mcp/http/serve-http.ts';
import { serveStdio } from './mcp/serve-stdio.ts';
import { addLoginCommands } from './oauth/commands.ts';
import { loginsFor } from './oauth/server-login.ts';
import { nodePlatform } from './platform.ts';

const USAGE_ERROR = 2;

interface ProxyOptions {
  name: string;
  url?: string;
  urlFrom?: string;
  env: string[];
  header: string[];
  agent?: string;
  mandate?: string;
  wait?: string;
  results: boolean;
  newTools?: Settings['newTools'];
  config?: string;
}

const platform = nodePlatform((text) => void process.stderr.write(text));

/** @param argv the arguments after `assize gateway`. @returns the exit code */
export async function runGateway(argv: readonly string[]): Promise<number> {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const wrapped = end === -1 ? undefined : argv.slice(end + 1);
  const program = commandFor(wrapped);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    const problems =
      error instanceof ConfigurationProblems ? error.problems : [String((error as Error).message)];
    printErrorLines(problems.map((problem) => `assize gateway: ${problem}`));
    return 1;
  }
}

function commandFor(wrapped: readonly string[] | undefined): Command {
  const program = new Command('assize gateway')
    .description("Judges every call of an MCP server's tools before it reaches the server.")
    .usage('--name NAME [options] (-- COMMAND ARGS… | --url URL | --url-from VARIABLE)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void printLines(linesWithin(text)),
      // The parser quotes its input.
      writeErr: (text) => printErrorLines(linesWithin(text)),
    })
    .enablePositionalOptions()
    .option('--name <name>', 'the name of the server, as your catalogue of tools knows it')
    .option('--url <url>', 'wrap the server at this address (streamable HTTP)')
    .option('--url-from <variable>', 'the same, with the address in this variable, since it may hold a key')
    .option(
      '--env <name>',
      'pass this variable on to the server; it gets only these, PATH and HOME',
      collect,
      [],
    )
    .option(
      '--header <name=variable>',
      'send this header to the server, with the value of the variable',
      collect,
      [],
    )
    .option('--agent <name>', 'the agent in whose name calls are judged')
    .option('--mandate <id>', 'the mandate of the task')
    .option('--wait <seconds>', 'how long an escalated call waits for its approval')
    .addOption(
      new Option('--new-tools <how>', 'review: a human accepts new tools; allow: they are accepted').choices([
        'review',
        'allow',
      ]),
    )
    .option('--no-results', "keep the results of the server's tools from Assize")
    .option('--config <file>', `settings and key (default: ${DEFAULT_FILE}, where it exists)`);
  addExamples(program, [
    '--name gmail --env GMAIL_TOKEN -- npx -y gmail-server',
    '--name docs --url https://docs.example/mcp',
  ]);
  // A wrapped command may have the name of one of our commands.
  if (wrapped === undefined) addCommands(program);
  program.action((options: ProxyOptions) => proxy(program, options, wrapped));
  return program;
}

const linesWithin = (text: string) => text.replace(/\n$/, '').split('\n');

function addExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText(
    'after',
    `\nExamples:\n${examples.map((example) => `  npx assize gateway ${example}`).join('\n')}`,
  );
}

function addCommands(program: Command): void {
  const serveCommand = program
    .command('serve')
    .description('serve all servers of a file to many clients, each at /NAME/mcp')
    .requiredOption('--config <file>', 'mcpServers, and the settings of Assize beside them')
    .exitOverride()
    .action(({ config }: { config: string }) => serve(config));
  addExamples(serveCommand, ['serve --config gateway.json']);
  const importCommand = program
    .command('import')
    .description("print a client's file, changed so that each of its servers goes through the gateway")
    .argument('<file>', 'such as claude_desktop_config.json, .mcp.json, .cursor/mcp.json')
    .option('--dry-run', 'print what would change, without the file')
    .option('--json', 'print the changed file and the result for each server, as JSON')
    .exitOverride()
    .action((file: string, options: { dryRun?: boolean; json?: boolean }) => importInto(file, options));
  addExamples(importCommand, ['import .mcp.json --dry-run', 'import ~/.cursor/mcp.json --json']);
  addLoginCommands(program, platform, addExamples);
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}

async function proxy(
  program: Command,
  options: ProxyOptions,
  wrapped: readonly string[] | undefined,
): Promise<void> {
  const server = serverOf(options, wrapped);
  if (server === undefined) {
    program.outputHelp({ error: true });
    printErrorLines(['', `assize gateway: ${missingIn(options, wrapped)}`]);
    throw new CommanderError(USAGE_ERROR, 'assize.usage', 'name a server');
  }
  const file = options.config ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const { assize = {} } = file === undefined ? {} : readFile(contentOf(file, true), process.env);
  const { agent, mandate, newTools, wait, results } = options;
  const waitSeconds = wait === undefined ? undefined : secondsOf(wait);
  const given = {
    ...assize,
    ...definedOf({ agent, mandate, newTools, waitSeconds, ...(!results && { reportResults: false }) }),
  } as Settings;
  const gateway = startedWith(configurationOf(given, [server], process.env));
  // When the client goes, the server that was started ends too.
  onEndSignal(() => process.stdin.destroy());
  await serveStdio(gateway, server, { input: process.stdin, output: process.stdout });
}

function startedWith(configuration: GatewayConfiguration): Gateway {
  return gatewayFor(configuration, platform, loginsFor(configuration, platform));
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 86_400)) {
    throw new ConfigurationProblems(['--wait: give seconds, from 0 to 86400.']);
  }
  return seconds;
}

function serverOf(
  { name, env, header, ...options }: ProxyOptions,
  wrapped: readonly string[] | undefined,
): WrappedServer | undefined {
  const [command, ...args] = wrapped ?? [];
  const url = addressIn(options, process.env);
  if (!name || (command === undefined) === (url === undefined)) return undefined;
  // It would be ignored silently.
  if ((command === undefined ? env : header).length > 0) return undefined;
  if (command !== undefined)
    return {
      kind: 'stdio',
      name,
      command,
      args,
      env: valuesOf(
        env.map((each) => [each, each]),
        process.env,
      ),
    };
  return { kind: 'http', name, url: url ?? '', headers: valuesOf(header.map(headerOf), process.env) };
}

/** @throws {ConfigurationProblems} */
function headerOf(text: string): [header: string, variable: string] {
  const [, header, variable] = /^([^=]+)=(\w+)$/.exec(text) ?? [];
  if (header === undefined || variable === undefined) {
    throw new ConfigurationProblems([
      '--header: give NAME=VARIABLE, with the name of a variable, not its value.',
    ]);
  }
  return [header, variable];
}

function missingIn({ name, url, urlFrom }: ProxyOptions, wrapped: readonly string[] | undefined): string {
  if (name === undefined) return 'Name the server: --name NAME.';
  const hasBoth = (url ?? urlFrom) !== undefined && wrapped !== undefined && wrapped.length > 0;
  return hasBoth
    ? 'Give a command or --url, not both.'
    : "Say what to wrap: -- and the server's command, or --url.";
}

async function serve(file: string): Promise<void> {
  const read = readFile(contentOf(file, true), process.env);
  const gateway = startedWith(configurationOf(read.assize ?? {}, serversOf(read), process.env));
  const http = await serveHttp(gateway);
  for (const { name } of gateway.configuration.servers) gateway.log(`${name} is at ${http.url}/${name}/mcp`);
  await new Promise<void>((resolve) => onEndSignal(resolve));
  await http.close();
}

function onEndSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

// Before these come this program and `gateway`.
process.exitCode = await runGateway(process.argv.slice(3));
if (process.exitCode !== 0) process.exit();
