/**
 * Changes the file of a usual MCP client so that each of its servers goes through the gateway. Everything else in the
 * file stays, comments too, and a second run changes nothing. Values of variables, headers and addresses stay in
 * `env`. If a server's entry has a field that the gateway does not know, the entry stays as it is and the output says
 * so.
 */
import { applyEdits, modify, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import { ConfigurationProblems } from './file.ts';
import { LOGIN_FIELDS, loginIn, SECRET_VARIABLE } from './import-oauth.ts';

export interface Launcher {
  command: string;
  args: readonly string[];
}

export interface ImportedFile {
  content: string;
  servers: readonly ImportedServer[];
}

export interface ImportedServer {
  name: string;
  governed: boolean;
  /** The command that now governs it, or the reason why none does. */
  how: string;
}

type Path = (string | number)[];

interface Entry {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  serverUrl?: string;
  httpUrl?: string;
  headers?: Record<string, string>;
  type?: string;
}

/** `assize`, `npx assize` or the program of a checkout. */
const PROGRAM = /(^|[\\/])assize(\.js|\.cmd)?$/;
/** A program that starts the program named after it. */
const RUNNER = /(^|[\\/])(node|npx|bunx)(\.exe|\.cmd)?$/;
const ADDRESS = 'MCP_URL';
/** Variables that would also configure the gateway, which reads the same environment. */
const OWN_VARIABLE = /^ASSIZE_/i;
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** @throws {ConfigurationProblems} where the file is not JSON, or has no servers */
export function importClientFile(content: string, launcher: Launcher): ImportedFile {
  const errors: ParseError[] = [];
  const file: unknown = parse(content, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new ConfigurationProblems(['The file is not valid JSON.']);
  const twice = saidTwice(parseTree(content));
  if (twice !== undefined) {
    throw new ConfigurationProblems([`The file says ${JSON.stringify(twice)} twice. Take one of them out.`]);
  }
  const places = serversIn(file);
  if (places.length === 0) {
    throw new ConfigurationProblems(['The file has no servers: neither mcpServers nor servers.']);
  }
  let changed = content;
  const servers: ImportedServer[] = [];
  for (const { path, entry } of places) {
    const name = String(path.at(-1));
    const reason = cannotGovern(entry);
    if (isObject(entry) && isGoverned(entry))
      servers.push({ name, governed: true, how: 'goes through the gateway already' });
    else if (reason !== undefined)
      servers.push({ name, governed: false, how: `NOT behind the gateway: ${reason}` });
    else {
      const governed = governedEntry(name, entry, launcher);
      servers.push({ name, governed: true, how: `now by ${summaryOf(governed)}${loginNote(name, entry)}` });
      changed = applyEdits(changed, modify(changed, path, governed, FORMAT));
    }
  }
  return { content: changed, servers };
}

/** A client takes one of the two, and the gateway might change the other. */
function saidTwice(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const { type, children = [] } = node;
  const names = type === 'object' ? children.map((property) => String(property.children?.[0]?.value)) : [];
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice ?? children.map(saidTwice).find((found) => found !== undefined);
}

/** Other programs such as Docker have a command `gateway` too, and any program may get our words as arguments. */
function isGoverned({ command, args }: Entry): boolean {
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const place = words.findIndex((word) => PROGRAM.test(word));
  const isRun = words
    .slice(0, Math.max(place, 0))
    .every((word, at) => (at === 0 ? RUNNER.test(word) : /^-(?:y|-yes)$/.test(word)));
  return place !== -1 && isRun && words[place + 1] === 'gateway' && words[place + 2] === '--name';
}

/** Fields that the gateway's entry replaces. */
const REWRITTEN = [
  'command',
  'args',
  'env',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'type',
  ...LOGIN_FIELDS,
];
/**
 * Fields that the client reads itself, so they stay: those of Claude Desktop and Claude Code, Cursor, VS Code,
 * Windsurf, Gemini CLI, Cline.
 */
const KEPT = [
  ...['cwd', 'description', 'disabled', 'enabled', 'gallery', 'name', 'timeout', 'trust', 'version'],
  ...['alwaysAllow', 'alwaysLoad', 'autoApprove', 'disabledTools', 'excludeTools', 'includeTools', 'tools'],
];
const KNOWN = new Set([...REWRITTEN, ...KEPT]);
const TYPES = new Set<unknown>(['stdio', 'local', 'http', 'streamable-http', 'streamableHttp']);
const WHY: Readonly<Record<string, string>> = {
  envFile: 'its variables stand in a file (envFile), which the gateway does not read. Put them into env',
  headersHelper: 'a program makes its headers, which the gateway does not run',
};

/** If an entry holds something the gateway would lose, the server stays as it is and the reason is printed. */
function cannotGovern(entry: Entry): string | undefined {
  if (!isObject(entry)) return 'its entry is not an object';
  const unknown = Object.keys(entry).find((field) => !KNOWN.has(field));
  if (unknown !== undefined) return WHY[unknown] ?? `the gateway does not know its field "${unknown}"`;
  const { command, type, url, serverUrl, httpUrl } = entry;
  if (type === 'sse') return 'it only speaks SSE. Give the address where it speaks streamable HTTP';
  if (type !== undefined && !TYPES.has(type)) return `the gateway does not know its type "${type}"`;
  const addresses = [url, serverUrl, httpUrl].filter((address) => address !== undefined);
  const { options, reason } = loginIn(entry);
  if (reason !== undefined) return reason;
  if (options !== undefined && command !== undefined) return 'it has a command, and signs in by OAuth';
  if (command !== undefined)
    return addresses.length > 0 ? 'it has a command and an address' : misshapen(entry);
  if (addresses.length > 1) return 'it has more than one address';
  if (addresses.length === 0) return 'it has neither a command nor an address';
  // Clients fill in variables of their own.
  return /^(https?:\/\/|\$\{)/i.test(String(addresses[0]))
    ? misshapen(entry)
    : 'its address is not one of http:// or https://';
}

function misshapen({ command, args, env, headers }: Entry): string | undefined {
  const isText = (value: unknown) => typeof value === 'string';
  if (command !== undefined && !isText(command)) return 'its command is not a text';
  if (args !== undefined && !(Array.isArray(args) && args.every(isText)))
    return 'its args are not a list of texts';
  const own = Object.keys(env ?? {}).find((variable) => OWN_VARIABLE.test(variable));
  if (own !== undefined) return `its variable ${own} would change the gateway itself`;
  for (const [field, members] of Object.entries({ env, headers })) {
    if (members === undefined) continue;
    if (!isObject(members) || !Object.values(members).every(isText))
      return `its ${field} are not texts by name`;
  }
  return undefined;
}

/** Whether a server at an address demands a login is unknown until it is asked. */
function loginNote(name: string, entry: Entry): string {
  const { command, headers = {} } = entry;
  const { options } = loginIn(entry);
  if (command !== undefined || (options === undefined && Object.keys(headers).length > 0)) return '';
  const words = ['assize gateway login', name, '--url ADDRESS', ...(options ?? [])].join(' ');
  return `. ${options === undefined ? 'If it demands a login (OAuth)' : 'It demands a login (OAuth)'}: run \`${words}\` once, with its address`;
}

/** Without the arguments of the server, which may be secrets. */
function summaryOf({ args = [] }: Entry): string {
  const [start, end] = [args.indexOf('gateway'), args.indexOf('--')];
  const words = args.slice(start, end < 0 ? undefined : end + 2);
  return `assize ${words.join(' ')}${end >= 0 && args.length > end + 2 ? ' …' : ''}`;
}

/** `mcpServers` of most clients, `servers` of VS Code, and the projects of Claude Code. */
function serversIn(file: unknown): { path: Path; entry: Entry }[] {
  const containers: Path[] = [['mcpServers'], ['servers'], ['mcp', 'servers']];
  const projects = Object.keys(membersAt(file, ['projects']));
  containers.push(...projects.map((project) => ['projects', project, 'mcpServers']));
  return containers.flatMap((container) =>
    Object.entries(membersAt(file, container)).map(([name, entry]) => ({
      path: [...container, name],
      entry,
    })),
  );
}

function membersAt(value: unknown, path: Path): object {
  let inner: unknown = value;
  for (const name of path)
    inner = isObject(inner) ? (inner as Record<string, unknown>)[String(name)] : undefined;
  return isObject(inner) ? inner : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function governedEntry(name: string, entry: Entry, launcher: Launcher): Entry {
  const { command, args = [], env = {}, url, serverUrl, httpUrl, headers = {}, ...rest } = entry;
  const others = Object.fromEntries(Object.entries(rest).filter(([field]) => !REWRITTEN.includes(field)));
  const address = url ?? serverUrl ?? httpUrl;
  const base = [...launcher.args, 'gateway', '--name', name];
  if (command !== undefined) {
    const variables = Object.keys(env).flatMap((variable) => ['--env', variable]);
    return {
      ...others,
      command: launcher.command,
      args: [...base, ...variables, '--', command, ...args],
      ...withEnv(env),
    };
  }
  const { secret } = loginIn(entry);
  // An address may hold a key, and other users of the machine can read command lines.
  const named = Object.entries(headers).map(([header, value], place, all) => {
    const others = all.slice(0, place).filter(([other]) => variableFor(other) === variableFor(header)).length;
    return { header, value, variable: `${variableFor(header)}${others === 0 ? '' : `_${others + 1}`}` };
  });
  const inEnv = Object.fromEntries([
    ...named.map(({ variable, value }) => [variable, value]),
    [ADDRESS, String(address)],
    ...(secret === undefined ? [] : [[SECRET_VARIABLE, secret]]),
  ]);
  const flags = named.flatMap(({ header, variable }) => ['--header', `${header}=${variable}`]);
  return {
    ...others,
    command: launcher.command,
    args: [...base, ...flags, '--url-from', ADDRESS],
    ...withEnv({ ...env, ...inEnv }),
  };
}

function withEnv(env: Record<string, string>): Pick<Entry, 'env'> {
  return Object.keys(env).length === 0 ? {} : { env };
}

function variableFor(header: string): string {
  return `MCP_HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
