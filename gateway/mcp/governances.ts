/**
 * Makes the governance of each caller at each server, and keeps it for the caller's next request. What depends only on
 * the key that calls are judged with, such as the catalogue, is made once for all callers with that key.
 */
import { Assize, isUnavailable, PermissionError } from '@assize/client';
import type { Agent, GatewayConfiguration } from '../configuration/configuration.ts';
import type { Platform } from '../platform.ts';
import { type Caller, callerKey, type Governance } from './governance.ts';
import { type Log, onceTo, wordsOf } from './log.ts';
import { Catalogue } from './tools/catalogue.ts';
import { filterOf, matcherOf } from './tools/names.ts';
import { recall } from './tools/recall.ts';
import { Remembered, type Waiting } from './tools/remembered-calls.ts';
import { TaskMandates } from './tools/task-mandates.ts';
import { ToolLists } from './tools/tool-lists.ts';

export interface GovernancesOptions {
  configuration: GatewayConfiguration;
  platform: Platform;
  log: Log;
  /** Does not wait for the work. */
  track(work: Promise<unknown>): void;
}

/** A caller beyond it is remembered instead of the one who has not asked for longest. */
const MAX_CALLERS = 2_000;

type OfKey = Pick<Governance, 'catalogue' | 'lists'>;

export class Governances {
  readonly #options: GovernancesOptions;
  readonly #logOnce: Log;
  readonly #mayRunUnjudged: Governance['mayRunUnjudged'];
  readonly #governances = new Remembered<Governance>(MAX_CALLERS);
  readonly #taskMandates = new Remembered<TaskMandates>(MAX_CALLERS);
  /** By the key; there are no more than the configuration has. */
  readonly #clients = new Map<string, Assize>();
  readonly #ofKeys = new Map<string, OfKey>();

  constructor(options: GovernancesOptions) {
    this.#options = options;
    this.#logOnce = onceTo(options.log);
    this.#mayRunUnjudged = matcherOf(options.configuration.onUnavailable.allow);
  }

  of(caller: Caller, server: string): Governance {
    const key = callerKey(caller, server);
    const governance = this.#governances.get(key) ?? this.#make(caller, server);
    this.#governances.set(key, governance);
    return governance;
  }

  #make(caller: Caller, server: string): Governance {
    const { configuration, platform, log, track } = this.#options;
    const { agent, user } = caller;
    const assize = this.#clientOf(agent);
    const waiting = new Remembered<Waiting>();
    return {
      agent,
      user,
      server,
      assize,
      taskMandates: this.#taskMandatesOf(caller, assize),
      isAllowed: filterOf(configuration.tools, agent.tools),
      mayRunUnjudged: this.#mayRunUnjudged,
      reportResults: reportsResultsOf(configuration, server),
      waitMs: configuration.waitMs,
      elicitation: configuration.elicitation,
      waiting,
      recalled: recallingOnce(() => recall(assize, { agent, user, server }, waiting), log),
      unfinished: new Remembered(),
      tasks: new Remembered(),
      ...this.#ofKey(agent, server),
      log,
      logOnce: this.#logOnce,
      platform,
      report: track,
    };
  }

  #taskMandatesOf(caller: Caller, assize: Assize): TaskMandates {
    const { name: agentId, plan: isPlanned = false } = caller.agent;
    const { elapsedMs } = this.#options.platform;
    const key = callerKey(caller);
    const known = this.#taskMandates.get(key);
    const mandates =
      known ?? new TaskMandates({ assize, agentId, isPlanned, logOnce: this.#logOnce, elapsedMs });
    this.#taskMandates.set(key, mandates);
    return mandates;
  }

  #clientOf({ key, evidenceKey = key, name }: Agent): Assize {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const { log, configuration } = this.#options;
    const assize = new Assize({
      url: configuration.url,
      key,
      evidenceKey,
      onUnavailable: { allow: Object.assign([], { includes: this.#mayRunUnjudged }) },
      telemetry: {
        onReportFailed: ({ action, evaluationId, error }) => {
          if (error instanceof PermissionError) {
            this.#logOnce(
              `the evidenceKey of ${name} lacks the scope evidence:write: outcomes are not reported`,
            );
          } else log(`the outcome of ${action} (${evaluationId ?? 'not evaluated'}) could not be reported`);
        },
      },
    });
    this.#clients.set(key, assize);
    return assize;
  }

  #ofKey({ key, evidenceKey = key }: Agent, server: string): OfKey {
    const name = JSON.stringify([key, server]);
    const known = this.#ofKeys.get(name);
    if (known !== undefined) return known;
    const { configuration, platform, log, track } = this.#options;
    const { url, newTools, toolsKey } = configuration;
    const catalogue = new Catalogue({
      server,
      newTools,
      importer: new Assize({ url, key: toolsKey ?? key }),
      reader: new Assize({ url, key: evidenceKey }),
      mayRunUnjudged: this.#mayRunUnjudged,
      elapsedMs: platform.elapsedMs,
      log,
    });
    const made = { catalogue, lists: new ToolLists((tools) => track(catalogue.import(tools))) };
    this.#ofKeys.set(name, made);
    return made;
  }
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
