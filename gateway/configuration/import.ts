/**
 * Changes the file of a usual MCP client so that each of its servers goes through the gateway. Everything else in the
 * file stays, comments too; a second time changes nothing. Values of variables and headers stay in `env`.
 */
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { ConfigurationProblems } from './file.ts';

export interface Launcher {
  command: string;
  args: readonly string[];
}

export interface ImportedFile {
  content: string;
  /** One line for each server. */
  changes: readonly string[];
  /** Those of them that say that a server could not be put behind the gateway. */
  ungoverned: readonly string[];
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
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** @throws {ConfigurationProblems} where the file is no JSON, or has no servers */
export function importClientFile(content: string, launcher: Launcher): ImportedFile {
  const errors: ParseError[] = [];
  const file: unknown = parse(content, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new ConfigurationProblems(['The file is no JSON.']);
  const places = serversIn(file);
  if (places.length === 0) {
    throw new ConfigurationProblems(['The file has no servers: neither mcpServers nor servers.']);
  }
  let changed = content;
  const changes: string[] = [];
  const ungoverned: string[] = [];
  for (const { path, entry } of places) {
    const name = String(path.at(-1));
    const reason = cannotGovern(entry);
    if (isGoverned(entry)) changes.push(`${name}: goes through the gateway already`);
    else if (reason !== undefined) {
      ungoverned.push(`${name}: NOT behind the gateway: ${reason}`);
      changes.push(...ungoverned.slice(-1));
    } else {
      const governed = governedEntry(name, entry, launcher);
      changes.push(`${name}: now by ${summaryOf(governed)}`);
      changed = applyEdits(changed, modify(changed, path, governed, FORMAT));
    }
  }
  return { content: changed, changes, ungoverned };
}

/** Other programs have a command `gateway` too, such as Docker's. */
function isGoverned({ command = '', args = [] }: Entry): boolean {
  const words = [command, ...args];
  const place = words.findIndex((word) => PROGRAM.test(word));
  return place !== -1 && words[place + 1] === 'gateway' && words[place + 2] === '--name';
}

function cannotGovern({ command, type, url, serverUrl, httpUrl }: Entry): string | undefined {
  if (command !== undefined) return undefined;
  if (type === 'sse') return 'it speaks SSE alone. Give the address where it speaks streamable HTTP';
  return (url ?? serverUrl ?? httpUrl) === undefined ? 'it has neither a command nor an address' : undefined;
}

function summaryOf({ args = [] }: Entry): string {
  return `assize ${args.slice(args.indexOf('gateway')).join(' ')}`;
}

/** `mcpServers` of most clients, `servers` of VS Code, and the projects of Claude Code. */
function serversIn(file: unknown): { path: Path; entry: Entry }[] {
  const containers: Path[] = [['mcpServers'], ['servers'], ['mcp', 'servers']];
  const projects = Object.keys(membersAt(file, ['projects']));
  containers.push(...projects.map((project) => ['projects', project, 'mcpServers']));
  return containers.flatMap((container) =>
    Object.entries(membersAt(file, container))
      .filter((member): member is [string, Entry] => typeof member[1] === 'object' && member[1] !== null)
      .map(([name, entry]) => ({ path: [...container, name], entry })),
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
  const { command, args = [], env = {}, url, serverUrl, httpUrl, headers = {}, type: _, ...others } = entry;
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
  const inEnv = Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [variableFor(header), value]),
  );
  const flags = Object.keys(headers).flatMap((header) => ['--header', `${header}=${variableFor(header)}`]);
  return {
    ...others,
    command: launcher.command,
    args: [...base, ...flags, '--url', String(address)],
    ...withEnv({ ...env, ...inEnv }),
  };
}

function withEnv(env: Record<string, string>): Pick<Entry, 'env'> {
  return Object.keys(env).length === 0 ? {} : { env };
}

function variableFor(header: string): string {
  return `MCP_HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
