/** `assize gateway login` and `logout`: log in to servers that demand OAuth, list the logins, and end them. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import type { Command } from 'commander';
import type { HttpServer } from '../configuration/configuration.ts';
import { ConfigurationProblems, readFile, serversOf } from '../configuration/file.ts';
import { addressIn } from '../configuration/options.ts';
import { contentOf, DEFAULT_FILE } from '../configuration/read-file.ts';
import type { Platform } from '../platform.ts';
import { logIn, revoked } from './login.ts';
import { LoginProblem } from './problem.ts';
import { hasKey, secretOf } from './server-login.ts';
import { LoginStore, type Place, type StoredLogin } from './store.ts';

interface LoginOptions {
  url?: string;
  urlFrom?: string;
  config?: string;
  clientId?: string;
  clientSecretFrom?: string;
  scope?: string;
  redirectPort?: string;
  device?: boolean;
  browser: boolean;
  list?: boolean;
}

export function addLoginCommands(
  program: Command,
  platform: Platform,
  addExamples: (command: Command, examples: readonly string[]) => void,
): void {
  const store = new LoginStore(platform);
  const login = program
    .command('login')
    .description('log in to a server that demands OAuth; the gateway keeps the login and renews it')
    .argument('[name]', 'the name of the server, as the gateway knows it')
    .option(
      '--config <file>',
      `the file whose mcpServers name it (default: ${DEFAULT_FILE}, where it exists)`,
    )
    .option('--url <url>', 'its address, where no file names it')
    .option('--url-from <variable>', 'the same, with the address in this variable')
    .option('--device', 'for a machine without a browser: enter a code on another one')
    .option('--no-browser', 'print the address, and open no browser')
    .option('--scope <scopes>', 'ask for these scopes as well, separated by spaces')
    .option('--client-id <id>', 'the client that is registered for the gateway')
    .option('--client-secret-from <variable>', 'the variable that holds its secret')
    .option('--redirect-port <port>', 'the port on 127.0.0.1 that is registered for it')
    .option('--list', 'list the logins')
    .exitOverride()
    .action(async (name: string | undefined, options: LoginOptions) => {
      if (options.list === true) printLines(await lines(store, platform.now()));
      else if (name === undefined) login.error('error: name a server, or give --list');
      else await logInTo(name, options, store, platform);
    });
  addExamples(login, [
    'login docs --config gateway.json',
    'login docs --url https://docs.example/mcp --device',
    'login --list',
  ]);
  const logout = program
    .command('logout')
    .description('end the login at a server: its tokens are revoked there, and removed here')
    .argument('<name>', 'the name of the server')
    .exitOverride()
    .action((name: string) => logOutOf(name, store));
  addExamples(logout, ['logout docs']);
}

/** @throws {LoginProblem} */
async function logInTo(
  name: string,
  options: LoginOptions,
  store: LoginStore,
  platform: Platform,
): Promise<void> {
  const { url, oauth = {} } = await serverFor(name, options, store, platform);
  if (oauth.grant === 'client_credentials')
    throw new LoginProblem(
      `${name} needs no login: the gateway is a client of its own there (client_credentials).`,
    );
  const { clientId, clientSecretFrom, redirectPort } = options;
  const tokens = await logIn(
    {
      name,
      url,
      oauth: {
        ...oauth,
        ...(clientId !== undefined && { clientId }),
        ...(redirectPort !== undefined && { redirectPort: portOf(redirectPort) }),
      },
      clientSecret: secretOf(
        clientId === undefined ? (clientSecretFrom ?? oauth.clientSecretEnv) : clientSecretFrom,
        platform.environment,
      ),
      scope: options.scope,
      isDevice: options.device === true,
    },
    store,
    { print: (text) => void printLines(text), open: options.browser ? openBrowser : undefined },
    platform.now,
  );
  printLines([`${name}: ${stateOf({ name, url, tokens }, platform.now())}`]);
}

/** From the command line, the file, or what the gateway noted when the server asked for a login. */
async function serverFor(
  name: string,
  options: LoginOptions,
  store: LoginStore,
  { environment }: Platform,
): Promise<Pick<HttpServer, 'url' | 'oauth'>> {
  const url = addressIn(options, environment);
  if (url !== undefined) return { url };
  const file = options.config ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const servers = file === undefined ? [] : serversOf(readFile(contentOf(file, true), environment));
  const configured = servers.find((server) => server.name === name);
  if (configured?.kind === 'stdio')
    throw new LoginProblem(`${name} is a program that the gateway starts, and needs no login.`);
  if (configured !== undefined && hasKey(configured))
    throw new LoginProblem(`${name} gets the key in its headers (Authorization), and needs no login.`);
  if (configured !== undefined) return configured;
  const stored = (await store.all()).filter((each) => each.name === name);
  const [noted] = stored.flatMap(({ login }) => (login instanceof LoginProblem ? [] : [login]));
  if (noted !== undefined && stored.length === 1) return { url: noted.url };
  throw new LoginProblem(
    stored.length > 1
      ? `There are logins for several addresses of ${name}: say which one you mean with --url or --config.`
      : `The address of ${name} is not known: give --url, or --config with the file that names it.`,
  );
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new ConfigurationProblems(['--redirect-port: give a port, from 1 to 65535.']);
}

async function lines(store: LoginStore, nowMs: number): Promise<string[]> {
  const logins = await store.all();
  if (logins.length === 0) return ['There are no logins.'];
  return logins.map(
    ({ name, login }) =>
      `${name}: ${login instanceof LoginProblem ? login.message : `${stateOf(login, nowMs)} (${new URL(login.url).host})`}`,
  );
}

function stateOf({ tokens }: StoredLogin, nowMs: number): string {
  if (tokens === undefined) return 'not logged in';
  const { authority, scope, expiresAtMs, refreshToken } = tokens;
  const rights = scope === undefined ? '' : `, scopes ${scope}`;
  const isOver = expiresAtMs !== undefined && expiresAtMs <= nowMs;
  const until =
    refreshToken !== undefined
      ? ', renewed by itself'
      : expiresAtMs === undefined
        ? ''
        : `, until ${new Date(expiresAtMs).toISOString()}`;
  if (isOver && refreshToken === undefined) return 'the login has expired';
  return `logged in at ${authority.issuer}${rights}${until}`;
}

/** @throws {LoginProblem} where there is nothing to end */
async function logOutOf(name: string, store: LoginStore): Promise<void> {
  const found = (await store.all()).filter((each) => each.name === name);
  if (found.length === 0) throw new LoginProblem(`There is no login at ${name}.`);
  let isToldThere = true;
  for (const { login } of found) {
    if (login instanceof LoginProblem) isToldThere = false;
    // A gateway that renews it at this moment ends first.
    else if (!(await store.locked(login, () => ended(login, store)))) isToldThere = false;
  }
  await store.forget(name);
  printLines([`${name}: logged out`]);
  if (!isToldThere)
    printErrorLines([
      `assize gateway: the authorization server of ${name} could not be told. Revoke the access there as well.`,
    ]);
}

/** @returns whether no token of it is left at the authorization server */
async function ended(place: Place, store: LoginStore): Promise<boolean> {
  const tokens = (await store.read(place))?.tokens;
  const isRevoked = tokens === undefined || (await revoked(tokens, place.url));
  await store.remove(place);
  return isRevoked;
}

/** If it fails, the address is on the terminal. */
function openBrowser(address: URL): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...words, address.href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // Unlike `start`, it gives no part of the address to a shell.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
