/**
 * Reads a user's file: the `mcpServers` of a usual client, with Assize's own settings beside them. It reports all
 * problems at once, by their place, and repeats no value, since a value may be a secret.
 */
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { MAX_TASK_CHARACTERS } from '../plans.ts';
import {
  type Agent,
  DEFAULTS,
  type GatewayConfiguration,
  MEGABYTE,
  type WrappedServer,
} from './configuration.ts';
import { listenSettings, problemsOfListen } from './listen-oauth.ts';
import { serverOAuth } from './server-oauth.ts';

export class ConfigurationProblems extends Error {
  override readonly name = 'ConfigurationProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const text = z.string().min(1);
const names = z.array(text);
const filter = z.strictObject({ allow: names.optional(), deny: names.optional() });
const agentFields = {
  key: text.optional(),
  evidenceKey: text.optional(),
  mandate: text.optional(),
  task: text.max(MAX_TASK_CHARACTERS).optional(),
  plan: z.boolean().optional(),
  tools: filter.optional(),
};

const settings = z.strictObject({
  ...agentFields,
  url: text.optional(),
  toolsKey: text.optional(),
  agent: text.optional(),
  waitSeconds: z.number().min(0).max(86_400).optional(),
  newTools: z.enum(['review', 'allow']).optional(),
  elicitation: z.enum(['approve', 'off']).optional(),
  onUnavailable: z.strictObject({ allow: names }).optional(),
  reportResults: z.boolean().optional(),
  maxAnswerMB: z.number().min(1).max(64).optional(),
  agents: z.record(text, z.strictObject({ ...agentFields, key: text })).optional(),
  listen: listenSettings.optional(),
});
export type Settings = z.infer<typeof settings>;

/** Clients keep more in an entry than the gateway needs. */
const server = z
  .looseObject({
    type: z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp']).optional(),
    command: text.optional(),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    cwd: text.optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    reportResults: z.boolean().optional(),
    oauth: serverOAuth.optional(),
  })
  .refine(
    ({ command, oauth }) => command === undefined || oauth === undefined,
    'oauth needs url, not command',
  )
  .refine(
    ({ command, url }) => (command === undefined) !== (url === undefined),
    'give command or url, and not both',
  );

const file = z.looseObject({ assize: settings.optional(), mcpServers: z.record(text, server).optional() });
type File = z.infer<typeof file>;

/** A name becomes part of an address and of each action. */
const SERVER_NAME = /^[\w.-]{1,64}$/;

/** @throws {ConfigurationProblems} */
export function readFile(content: string, environment: Environment): File {
  const errors: ParseError[] = [];
  const json: unknown = parse(content, errors, { allowTrailingComma: true });
  const [broken] = errors;
  if (broken !== undefined) {
    const line = content.slice(0, broken.offset).split('\n').length;
    throw new ConfigurationProblems([
      `It is not valid JSON: ${printParseErrorCode(broken.error)} in line ${line}.`,
    ]);
  }
  const problems: string[] = [];
  const read = file.safeParse(filledIn(json, environment, [], problems));
  const found = read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  const misnamed = Object.keys(read.data?.mcpServers ?? {}).filter((name) => !SERVER_NAME.test(name));
  problems.push(
    ...found,
    ...misnamed.map((name) => `mcpServers.${name}: a name has letters, digits, "_", "-" and "."`),
  );
  if (problems.length > 0 || !read.success) throw new ConfigurationProblems(problems);
  return read.data;
}

const VARIABLE = /\$\{(\w+)\}/g;
/** Fills in only the fields that the gateway uses: clients have variables of their own. */
const FILLED_IN = new Set(['assize', 'mcpServers']);

function filledIn(value: unknown, environment: Environment, place: string[], problems: string[]): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(VARIABLE, (_, name: string) => {
      const filled = environment[name];
      if (filled === undefined) problems.push(`${place.join('.')}: the variable ${name} is not set`);
      return filled ?? '';
    });
  }
  if (Array.isArray(value)) {
    return value.map((each, index) => filledIn(each, environment, [...place, String(index)], problems));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isUsed = place.length > 0 || FILLED_IN.has(name);
    return [name, isUsed ? filledIn(member, environment, [...place, name], problems) : member];
  });
  return Object.fromEntries(members);
}

/** @throws {ConfigurationProblems} */
export function serversOf({ mcpServers = {} }: File): WrappedServer[] {
  return Object.entries(mcpServers).map(
    ([name, { command, args = [], env = {}, cwd, url, headers = {}, oauth, reportResults }]) => ({
      ...(command === undefined
        ? { kind: 'http', name, url: String(url), headers, ...(oauth !== undefined && { oauth }) }
        : { kind: 'stdio', name, command, args, env, ...(cwd !== undefined && { cwd }) }),
      ...(reportResults !== undefined && { reportResults }),
    }),
  );
}

/**
 * @param given settings of the command line, then of the file; the environment fills in the rest. A variable neither
 * sends a key of the file elsewhere nor replaces another key of it.
 * @throws {ConfigurationProblems}
 */
export function configurationOf(
  given: Settings,
  servers: readonly WrappedServer[],
  environment: Environment,
): GatewayConfiguration {
  const holdsKeys = given.key !== undefined || given.agents !== undefined;
  const set = { ...fromEnvironment(environment, holdsKeys), ...given };
  const agents = agentsOf(set);
  const problems = [
    ...problemsOf(agents, set),
    ...problemsOfListen(set.listen, servers),
    ...(agents.length === 0 ? ['Set the key: in ASSIZE_KEY, or as assize.key in the file.'] : []),
    ...(servers.length === 0 ? ['Name at least one server, under mcpServers.'] : []),
  ];
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  return {
    url: set.url ?? DEFAULTS.url,
    agents,
    ...(set.key !== undefined && { defaultAgent: agents[0] }),
    servers,
    ...(set.toolsKey !== undefined && { toolsKey: set.toolsKey }),
    waitMs: set.waitSeconds === undefined ? DEFAULTS.waitMs : set.waitSeconds * 1000,
    newTools: set.newTools ?? DEFAULTS.newTools,
    elicitation: set.elicitation ?? DEFAULTS.elicitation,
    onUnavailable: set.onUnavailable ?? DEFAULTS.onUnavailable,
    reportResults: set.reportResults ?? DEFAULTS.reportResults,
    maxAnswerBytes: set.maxAnswerMB === undefined ? DEFAULTS.maxAnswerBytes : set.maxAnswerMB * MEGABYTE,
    tools: filterOf(set.tools),
    listen: set.listen ?? DEFAULTS.listen,
  };
}

function fromEnvironment(environment: Environment, holdsKeys: boolean): Settings {
  const keys = {
    url: environment.ASSIZE_URL,
    key: environment.ASSIZE_KEY,
    evidenceKey: environment.ASSIZE_EVIDENCE_KEY,
    toolsKey: environment.ASSIZE_TOOLS_KEY,
  };
  return definedOf({
    ...(holdsKeys ? {} : keys),
    agent: environment.ASSIZE_AGENT,
    mandate: environment.ASSIZE_MANDATE,
    task: environment.ASSIZE_TASK,
  }) as Settings;
}

/** The client on stdio comes first: the one that `key` is for, or, without it, the one that `agent` names. */
function agentsOf({ agent, key, evidenceKey, mandate, task, plan, agents = {} }: Settings): Agent[] {
  const others = Object.entries(agents).map(([name, fields]) =>
    agentOf(name, { evidenceKey, plan, ...fields, ...(name === agent && definedOf({ mandate, task })) }),
  );
  const own = { evidenceKey, mandate, task, plan };
  if (key !== undefined) return [agentOf(agent ?? 'mcp-client', { key, ...own }), ...others];
  return others.sort((a, b) => Number(b.name === agent) - Number(a.name === agent));
}

function problemsOf(agents: readonly Agent[], { agent }: Settings): string[] {
  const [first] = agents;
  const isUnknown = agent !== undefined && first !== undefined && first.name !== agent;
  const isTwice = (values: readonly string[]) => new Set(values).size < values.length;
  return [
    ...(isUnknown ? [`No key is set for the agent ${agent}.`] : []),
    ...(isTwice(agents.map(({ name }) => name)) ? ['Two agents have the same name.'] : []),
    ...(isTwice(agents.map(({ key }) => key)) ? ['Two agents have the same key: give each its own.'] : []),
  ];
}

function agentOf(name: string, { tools, ...fields }: NonNullable<Settings['agents']>[string]): Agent {
  return {
    name,
    ...definedOf(fields),
    key: fields.key,
    ...(tools !== undefined && { tools: filterOf(tools) }),
  };
}

function filterOf({ allow, deny }: NonNullable<Settings['tools']> = {}) {
  return { ...(allow !== undefined && { allow }), ...(deny !== undefined && { deny }) };
}

/** Keeps only the values that are set. */
export function definedOf<T extends object>(value: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}
