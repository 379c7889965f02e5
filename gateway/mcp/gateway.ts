/**
 * The gateway itself, without a transport: the callers, each with its governance, at each of the wrapped servers.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type {
  Agent,
  GatewayConfiguration,
  HttpServer,
  WrappedServer,
} from '../configuration/configuration.ts';
import type { Platform } from '../platform.ts';
import type { Caller, Governance } from './governance.ts';
import { Governances } from './governances.ts';
import { type Log, logTo } from './log.ts';
import type { ServerLogin } from './upstream/login.ts';
import type { Upstream } from './upstream/upstream.ts';
import { HttpUpstream } from './upstream/upstream-http.ts';
import { StdioUpstream } from './upstream/upstream-stdio.ts';

export interface Gateway {
  configuration: GatewayConfiguration;
  log: Log;
  platform: Platform;
  governanceOf(caller: Caller, server: string): Governance;
  /** A separate connection to the server; its session starts it. */
  upstreamTo(server: WrappedServer): Upstream;
  /** @returns the agent that this key belongs to; takes the same time for every key */
  agentWith(key: string): Agent | undefined;
  /** @returns the agent of this name; undefined where it has no key. A token may name any agent */
  agentNamed(name: string): Agent | undefined;
  /** Waits until outcomes are reported and tools imported. */
  settled(): Promise<void>;
}

/** @param logins at the servers that demand them, by their names */
export function gatewayFor(
  configuration: GatewayConfiguration,
  platform: Platform,
  logins: ReadonlyMap<string, ServerLogin> = new Map(),
): Gateway {
  const log = logTo(platform.write, () => secretsOf(configuration, [...logins.values()]));
  const underway = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const governances = new Governances({ configuration, platform, log, track });
  return {
    configuration,
    log,
    platform,
    governanceOf: (caller, server) => governances.of(caller, server),
    upstreamTo: (server) =>
      upstreamTo(server, platform, configuration.maxAnswerBytes, logins.get(server.name)),
    agentWith: agentFinder(configuration.agents),
    agentNamed: (name) => agentNamed(configuration, name),
    settled: async () => {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
  };
}

function upstreamTo(
  server: WrappedServer,
  platform: Platform,
  maxAnswerBytes: number,
  login: ServerLogin | undefined,
): Upstream {
  if (server.kind === 'http') return new HttpUpstream(server, maxAnswerBytes, login);
  return new StdioUpstream(server, platform, maxAnswerBytes);
}

function agentFinder(agents: readonly Agent[]): Gateway['agentWith'] {
  const digestOf = (key: string) => createHash('sha256').update(key).digest();
  const known = agents.map((agent) => ({ agent, digest: digestOf(agent.key) }));
  return (key) => {
    const shown = digestOf(key);
    let found: Agent | undefined;
    for (const { agent, digest } of known) {
      if (timingSafeEqual(digest, shown)) found = agent;
    }
    return found;
  };
}

/** The mandate and the task of the setting `key` are those of its own agent. */
function agentNamed({ agents, defaultAgent }: GatewayConfiguration, name: string): Agent | undefined {
  const known = agents.find((agent) => agent.name === name);
  if (known !== undefined || defaultAgent === undefined) return known;
  const { mandate, task, ...others } = defaultAgent;
  return { ...others, name };
}

function secretsOf(
  { agents, servers, toolsKey }: GatewayConfiguration,
  logins: readonly ServerLogin[],
): string[] {
  const keys = agents.flatMap(({ key, evidenceKey }) => [key, evidenceKey]);
  const given = servers.flatMap((server) =>
    server.kind === 'stdio'
      ? Object.values(server.env)
      : [...Object.values(server.headers).flatMap(wordsAlso), ...inAddress(server)],
  );
  const ofLogins = logins.flatMap((login) => login.secrets());
  return [...keys, toolsKey, ...given, ...ofLogins].filter((secret) => secret !== undefined);
}

/** In `Token 5f…` the part after the scheme is a secret too: a server may repeat only that. */
function wordsAlso(value: string): string[] {
  return [value, ...value.split(/\s+/).slice(1)];
}

/** A key in an address, though it belongs in a header: both as written and decoded. */
function inAddress({ url }: HttpServer): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password, pathname, search, searchParams } = new URL(url);
  return [username, password, `${pathname}${search}`, pathname, search, ...searchParams.values()];
}
