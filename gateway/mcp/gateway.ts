/**
 * The gateway itself, without a transport: the agents of the configuration, each with its client of Assize, at each
 * of the wrapped servers.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Assize, isUnavailable, PermissionError } from '@assize/client';
import type {
  Agent,
  GatewayConfiguration,
  HttpServer,
  WrappedServer,
} from '../configuration/configuration.ts';
import type { Platform } from '../platform.ts';
import type { Governance } from './governance.ts';
import { type Log, logTo, onceTo, wordsOf } from './log.ts';
import { Catalogue } from './tools/catalogue.ts';
import { filterOf, matcherOf } from './tools/names.ts';
import { recall } from './tools/recall.ts';
import { Remembered, type Waiting } from './tools/remembered-calls.ts';
import { TaskMandates } from './tools/task-mandates.ts';
import { ToolLists } from './tools/tool-lists.ts';
import type { ServerLogin } from './upstream/login.ts';
import type { Upstream } from './upstream/upstream.ts';
import { HttpUpstream } from './upstream/upstream-http.ts';
import { StdioUpstream } from './upstream/upstream-stdio.ts';

export interface Gateway {
  configuration: GatewayConfiguration;
  log: Log;
  platform: Platform;
  /** @throws for a name that no server has */
  governanceOf(agent: Agent, server: string): Governance;
  /** A separate connection to the server; its session starts it. */
  upstreamTo(server: WrappedServer): Upstream;
  /** @returns the agent that this key belongs to; takes the same time for every key */
  agentWith(key: string): Agent | undefined;
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
  const logOnce = onceTo(log);
  const underway = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const governances = new Map<string, Governance>();
  const mayRunUnjudged = matcherOf(configuration.onUnavailable.allow);
  const clients = new Map(
    configuration.agents.map((agent) => [
      agent.name,
      clientOf(configuration, agent, { ...platform, mayRunUnjudged, log, logOnce }),
    ]),
  );

  const governanceOf = (agent: Agent, server: string): Governance => {
    const name = JSON.stringify([agent.name, server]);
    const known = governances.get(name);
    if (known !== undefined) return known;
    const client = clients.get(agent.name);
    if (client === undefined) throw new Error(`There is no agent ${agent.name}.`);
    const catalogue = catalogueFor(configuration, agent, server, { log, ...platform });
    const waiting = new Remembered<Waiting>();
    const governance: Governance = {
      agent,
      server,
      ...client,
      isAllowed: filterOf(configuration.tools, agent.tools),
      mayRunUnjudged,
      reportResults: reportsResultsOf(configuration, server),
      waitMs: configuration.waitMs,
      elicitation: configuration.elicitation,
      waiting,
      recalled: recallingOnce(() => recall(client.assize, { agent: agent.name, server }, waiting), log),
      unfinished: new Remembered(),
      tasks: new Remembered(),
      catalogue,
      lists: new ToolLists((tools) => track(catalogue.import(tools))),
      log,
      logOnce,
      platform,
      report: track,
    };
    governances.set(name, governance);
    return governance;
  };
  return {
    configuration,
    log,
    platform,
    governanceOf,
    upstreamTo: (server) =>
      upstreamTo(server, platform, configuration.maxAnswerBytes, logins.get(server.name)),
    agentWith: agentFinder(configuration.agents),
    settled: async () => {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
  };
}

function reportsResultsOf({ reportResults, servers }: GatewayConfiguration, name: string): boolean {
  return reportResults && servers.find((server) => server.name === name)?.reportResults !== false;
}

/** @returns a function that recalls at the first call, and again at the next one if the service was out of reach */
function recallingOnce(recalling: () => Promise<void>, log: Log): () => Promise<void> {
  let recalled: Promise<void> | undefined;
  return () => {
    recalled ??= recalling().catch((error: unknown) => {
      log(`waiting approvals are not known, so their calls ask for approval anew: ${wordsOf(error)}`);
      if (isUnavailable(error)) recalled = undefined;
    });
    return recalled;
  };
}

function clientOf(
  { url }: GatewayConfiguration,
  agent: Agent,
  {
    mayRunUnjudged,
    log,
    logOnce,
    elapsedMs,
  }: Pick<Governance, 'log' | 'logOnce' | 'mayRunUnjudged'> & Pick<Platform, 'elapsedMs'>,
): { assize: Assize; taskMandates: TaskMandates } {
  const { name: agentId, key, evidenceKey = key, plan: isPlanned = false } = agent;
  const assize = new Assize({
    url,
    key,
    evidenceKey,
    onUnavailable: { allow: Object.assign([], { includes: mayRunUnjudged }) },
    telemetry: {
      onReportFailed: ({ action, evaluationId, error }) => {
        if (error instanceof PermissionError) {
          logOnce(
            `the evidenceKey of ${agent.name} lacks the scope evidence:write: outcomes are not reported`,
          );
        } else log(`the outcome of ${action} (${evaluationId ?? 'not evaluated'}) could not be reported`);
      },
    },
  });
  return { assize, taskMandates: new TaskMandates({ assize, agentId, isPlanned, logOnce, elapsedMs }) };
}

function catalogueFor(
  { url, newTools, toolsKey, onUnavailable }: GatewayConfiguration,
  { key, evidenceKey = key }: Agent,
  server: string,
  { log, elapsedMs }: Pick<Governance, 'log'> & Pick<Platform, 'elapsedMs'>,
): Catalogue {
  const importer = new Assize({ url, key: toolsKey ?? key });
  const reader = new Assize({ url, key: evidenceKey });
  const mayRunUnjudged = matcherOf(onUnavailable.allow);
  return new Catalogue({ server, newTools, importer, reader, mayRunUnjudged, elapsedMs, log });
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
