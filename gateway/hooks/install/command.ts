/**
 * `assize hook install` and `uninstall`: their options and their output. The key comes from a file or from the
 * environment, and goes into a file that only this user can read: never into the settings of an agent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AGENTS } from '../agents/agents.ts';
import {
  configurationFileIn,
  DEFAULT_URL,
  type Environment,
  folderIn,
  isWait,
  MAX_WAIT_SECONDS,
  type Planning,
  SetupProblem,
  type StoredConfiguration,
  storedIn,
} from '../configuration.ts';
import { commandLine } from './command-line.ts';
import { backupOf, FileProblem, writePrivate } from './files.ts';
import { install, uninstall, type Wanted } from './install.ts';
import { type AgentSettings, type Place, SETTINGS } from './settings.ts';
import { recordsFileIn, recordsFor, stepsFor, workspaceOf } from './workspace.ts';

export interface Installation {
  environment: Environment;
  home: string;
  /** The folder of the project. */
  project: string;
  program: readonly string[];
  isWindows: boolean;
  print: (lines: readonly string[]) => void;
  printErrors: (lines: readonly string[]) => void;
}

const NAMES = AGENTS.map(({ name }) => name);
const USAGE = `Usage: assize hook install <agent> [--print] [--project | --user] [--url <address>]
                           [--key-file <file>] [--evidence-key-file <file>] [--agent-id <name>]
                           [--mandate <id>] [--wait <seconds>] [--escalate ask|deny]
                           [--workspace <folder>] [--plan | --no-plan]
       assize hook uninstall <agent> [--print] [--project | --user]
       assize hook <agent>     reads an event of the agent on standard input, and answers it

Agents: ${NAMES.join(', ')}.
The key is read from --key-file or ASSIZE_KEY, and kept in ~/.assize/hook.json.
The workspace is the folder that the agent works in: else that of --project, or of the Git repository you are in.
With --plan, each prompt of yours opens a mandate for what it asks, by the planner that is set in Assize.

Examples:
  npx assize hook install claude-code --print
  npx assize hook uninstall cursor --project`;

const OPTIONS = {
  print: { type: 'boolean' },
  project: { type: 'boolean' },
  user: { type: 'boolean' },
  url: { type: 'string' },
  'key-file': { type: 'string' },
  'evidence-key-file': { type: 'string' },
  'agent-id': { type: 'string' },
  mandate: { type: 'string' },
  wait: { type: 'string' },
  escalate: { type: 'string' },
  workspace: { type: 'string' },
  plan: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof optionsIn>['values'];

/** The exit code by which the agent denies a call if the hook was installed wrongly. */
const WRONG_USE = 2;
/** Longer than the hook takes to answer with any wait, since all agents share the wait that is set last. */
const TIMEOUT_SECONDS = MAX_WAIT_SECONDS + 60;

/** @returns the exit code. */
export function runInstallation(words: readonly string[], installation: Installation): number {
  const { print, printErrors } = installation;
  try {
    const { values, positionals } = optionsIn(words);
    const [verb = '', agent = '', ...rest] = positionals;
    if (values.help === true || verb === 'help') {
      print(USAGE.split('\n'));
      return 0;
    }
    const settings = Object.hasOwn(SETTINGS, agent) ? SETTINGS[agent] : undefined;
    const isKnown = (verb === 'install' || verb === 'uninstall') && settings !== undefined;
    if (!isKnown || rest.length > 0 || (values.project === true && values.user === true)) {
      const isAgentUnknown = settings === undefined && (verb === 'install' || verb === 'uninstall');
      const unknown = isAgentUnknown ? agent : verb;
      const wrong = isKnown || unknown === '' ? [] : [`assize hook: ${unknown} is not known.`];
      printErrors([...wrong, ...USAGE.split('\n')]);
      return WRONG_USE;
    }
    const doIt = verb === 'install' ? installed : uninstalled;
    print(doIt(agent, settings, values, installation));
    return 0;
  } catch (error) {
    if (!isForHuman(error)) throw error;
    printErrors([`assize hook: ${(error as Error).message}.`]);
    return error instanceof FileProblem || error instanceof SetupProblem ? 1 : WRONG_USE;
  }
}

function optionsIn(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, allowNegative: true });
}

function isForHuman(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return error instanceof FileProblem || error instanceof SetupProblem || typeof code === 'string';
}

function installed(agent: string, settings: AgentSettings, options: Options, about: Installation): string[] {
  const workspace = workspaceOf(options.workspace, options.project === true, about);
  const stored = withWorkspace(configured(options, about), workspace);
  const wanted = wantedFor(agent, settings, options, about, stored.plan);
  const entry = JSON.stringify({ ...wanted.beside, hooks: listed(wanted.entries) }, null, 2).split('\n');
  if (options.print === true) return [`This goes into ${wanted.file}:`, ...entry];
  if (stored.key === undefined) {
    throw new SetupProblem(
      'give the key by --key-file or ASSIZE_KEY: the scope governance:evaluate is enough',
    );
  }
  const change = orSay(entry, () => install(wanted));
  const file = configurationFileIn(about.home);
  writePrivate(file, `${JSON.stringify(stored, null, 2)}\n`);
  return [
    change === 'unchanged'
      ? `${wanted.file} has the hooks already: nothing was changed in it.`
      : `The hooks are now in ${wanted.file}.`,
    ...(existsSync(backupOf(wanted.file)) ? [`Its former content is in ${backupOf(wanted.file)}.`] : []),
    `The key is kept in ${file}.`,
    ...(settings.next === undefined ? [] : [settings.next]),
    ...(workspace === undefined ? [] : recordsWritten(agent, workspace, stored, about)),
  ];
}

function withWorkspace(stored: StoredConfiguration, workspace: string | undefined): StoredConfiguration {
  const { workspaces = [] } = stored;
  if (workspace === undefined || workspaces.includes(workspace)) return stored;
  return { ...stored, workspaces: [...workspaces, workspace] };
}

/** @returns what the user still has to do. */
function recordsWritten(
  agent: string,
  workspace: string,
  stored: StoredConfiguration,
  { home }: Installation,
): string[] {
  const file = recordsFileIn(folderIn(home), agent);
  writePrivate(file, recordsFor(workspace, stored.agent ?? agent));
  return stepsFor(agent, workspace, file);
}

function uninstalled(
  agent: string,
  settings: AgentSettings,
  options: Options,
  about: Installation,
): string[] {
  const wanted = wantedFor(agent, settings, options, about);
  if (options.print === true)
    return [`The entries with --installed-by=assize will be removed from ${wanted.file}.`];
  const change = uninstall(wanted);
  if (change === 'unchanged') return [`${wanted.file} has no hooks of Assize: nothing was changed.`];
  return [
    `The hooks are gone from ${wanted.file}.`,
    `The key stays in ${configurationFileIn(about.home)}, for other agents.`,
  ];
}

function wantedFor(
  agent: string,
  settings: AgentSettings,
  options: Options,
  about: Installation,
  plan: Planning = false,
): Wanted {
  const place: Place = options.project === true ? 'project' : 'user';
  const entries = settings.entries(
    (event, when) => commandLine(about, configurationFileIn(about.home), agent, event, when),
    TIMEOUT_SECONDS,
    about.isWindows,
  );
  if (plan === false) delete entries[settings.prompts];
  return {
    file: settings.file(place, about),
    beside: settings.beside ?? {},
    entries,
  };
}

function listed(entries: Wanted['entries']): object {
  return Object.fromEntries(Object.entries(entries).map(([event, entry]) => [event, [entry]]));
}

/** A file that this program leaves alone can still be changed by hand. */
function orSay<T>(entry: readonly string[], change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new FileProblem(`${error.message}. Add this yourself: ${entry.join(' ').replace(/ +/g, ' ')}`);
  }
}

/** The stored settings, overridden by the options given now. @throws {SetupProblem} */
function configured(options: Options, { environment, home }: Installation): StoredConfiguration {
  const { escalate } = options;
  const waitSeconds = options.wait === undefined ? undefined : Number(options.wait);
  if (waitSeconds !== undefined && !isWait(waitSeconds)) {
    throw new SetupProblem(`--wait should be a number of seconds up to ${MAX_WAIT_SECONDS}`);
  }
  if (escalate !== undefined && escalate !== 'ask' && escalate !== 'deny') {
    throw new SetupProblem('--escalate should be ask or deny');
  }
  const url = options.url ?? (environment.ASSIZE_URL || undefined);
  if (url !== undefined && !URL.canParse(url)) throw new SetupProblem('--url should be an address');
  const given = {
    url,
    key: keyIn(options['key-file']) ?? (environment.ASSIZE_KEY || undefined),
    evidenceKey: keyIn(options['evidence-key-file']) ?? (environment.ASSIZE_EVIDENCE_KEY || undefined),
    agent: options['agent-id'],
    mandate: options.mandate,
    waitSeconds,
    escalate,
    plan: options.plan,
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { url: DEFAULT_URL, ...storedIn(configurationFileIn(home)), ...known };
}

/** @throws {SetupProblem} */
function keyIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new SetupProblem(`${file} should hold a key, and nothing else`);
  return key;
}
