/** The four answers of `assize init`: by flags, or else asked one by one. What is missing without a terminal is named. */
import { ENVIRONMENTS, type Environment, isMailAddress } from '../../tenants/index.ts';
import { EXIT, Listing } from '../terminal.ts';

export const FRAMEWORKS = [
  'ai-sdk',
  'langgraph',
  'openai-agents',
  'claude-agent-sdk',
  'google-adk',
  'mastra',
  'python',
] as const;
export const CODING_AGENTS = ['claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot'] as const;
export const AGENTS = [...FRAMEWORKS, 'mcp', ...CODING_AGENTS] as const;
export const MODES = ['observe', 'enforce'] as const;

export type Framework = (typeof FRAMEWORKS)[number];
export type CodingAgent = (typeof CODING_AGENTS)[number];
export type Agent = (typeof AGENTS)[number];

export interface Answers {
  agent: Agent;
  /** Without a slash at the end. */
  url: string;
  environment: Environment;
  /** `dashboard`, `slack`, or the address of a person to invite. */
  approver: string;
  mode: (typeof MODES)[number];
}

/** The answers that the flags give; the others are asked for. */
export type Given = Partial<Answers> & { key?: string | undefined };

/** Asks a person. */
export interface Person {
  /** @returns one of the names. */
  choose<Name extends string>(question: string, choices: readonly (readonly [Name, string])[]): Promise<Name>;
  /** Asks until `faultOf` finds nothing. @param initial taken where the answer is empty. */
  write(question: string, initial: string, faultOf: (text: string) => string | undefined): Promise<string>;
  /** Shows nothing of what is typed. */
  writeSecretly(question: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

export const DEFAULT_URL = 'http://127.0.0.1:8080';

const FLAGS: readonly (readonly [keyof Given, string])[] = [
  ['agent', `--agent <${AGENTS.join('|')}>`],
  ['url', `--url <address>, such as ${DEFAULT_URL}`],
  ['environment', `--environment <${ENVIRONMENTS.join('|')}>`],
  ['approver', '--approver <dashboard|slack|a mail address>'],
  ['mode', `--mode <${MODES.join('|')}>`],
  ['key', '--key-file <file>, or the variable ASSIZE_API_KEY, with a key that may do everything'],
];

/** @throws {Listing} that names each missing flag, for exit code 2. */
export function requireAll(given: Given): Answers & { key: string } {
  const missing = FLAGS.filter(([name]) => given[name] === undefined).map(([, flag]) => `  ${flag}`);
  if (missing.length === 0) return given as Answers & { key: string };
  const first = 'Without a terminal, and with --json, nothing is asked. Say the rest by these flags:';
  throw new Listing([first, ...missing], EXIT.usage);
}

const KINDS: readonly (readonly ['framework' | 'mcp' | 'coding', string])[] = [
  ['framework', 'my own program, with a framework'],
  ['mcp', 'an MCP client, such as Claude Desktop'],
  ['coding', 'a coding agent, such as Claude Code'],
];

const APPROVERS = [
  ['dashboard', 'you, in the dashboard'],
  ['mail', 'someone else, whom a mail invites'],
  ['slack', 'people in a Slack channel'],
] as const;

/** Asks for what the flags leave open. */
export async function askFor(given: Given, person: Person): Promise<Answers & { key: string }> {
  return {
    agent: given.agent ?? (await askForAgent(person)),
    url:
      given.url ??
      (await person.write('2. Where does Assize run?', DEFAULT_URL, faultOfUrl)).replace(/\/+$/, ''),
    environment:
      given.environment ??
      (await person.choose('   In which environment does the agent act?', [
        ['sandbox', 'for trying things: nothing here touches real evidence'],
        ['production', 'for real'],
      ])),
    key:
      given.key ??
      (await person.writeSecretly(
        '   Your key of that environment, which may do everything (it stays out of sight, and is not kept):',
      )),
    approver: given.approver ?? (await askForApprover(person)),
    mode:
      given.mode ??
      (await person.choose('4. What happens to an action that needs a person?', [
        ['observe', 'it runs, and the record says that it would have been held'],
        ['enforce', 'it waits for the person'],
      ])),
  };
}

async function askForAgent(person: Person): Promise<Agent> {
  const kind = await person.choose('1. What is your agent?', KINDS);
  const asIs = <Name extends string>(names: readonly Name[]) => names.map((name) => [name, ''] as const);
  if (kind === 'mcp') return 'mcp';
  if (kind === 'coding') return person.choose('   Which one?', asIs(CODING_AGENTS));
  return person.choose('   With which framework?', asIs(FRAMEWORKS));
}

async function askForApprover(person: Person): Promise<string> {
  const who = await person.choose('3. Who approves what needs a person?', APPROVERS);
  return who === 'mail' ? person.write('   Their address?', '', faultOfApprover) : who;
}

/** @returns what is wrong with it, if anything is. */
export function faultOfUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isService = url !== undefined && /^https?:$/.test(url.protocol);
  if (isService && url.username + url.password + url.search + url.hash === '') return undefined;
  return 'Expected the http:// or https:// address of a service, without a query or a user name.';
}

export function faultOfApprover(text: string): string | undefined {
  if (text === 'dashboard' || text === 'slack' || isMailAddress(text)) return undefined;
  return 'Expected dashboard, slack, or a mail address.';
}

export const isFramework = (agent: Agent): agent is Framework =>
  (FRAMEWORKS as readonly string[]).includes(agent);
export const isCodingAgent = (agent: Agent): agent is CodingAgent =>
  (CODING_AGENTS as readonly string[]).includes(agent);
