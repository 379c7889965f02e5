/**
 * One caller at one wrapped server: who judges its calls, which tools it may see, and what the gateway remembers about
 * its calls. All sessions of this caller at this server share it, and no other caller does.
 */
import type { Assize, Judgement } from '@assize/client';
import type { Agent, GatewayConfiguration } from '../configuration/configuration.ts';
import type { Platform } from '../platform.ts';
import type { Log } from './log.ts';
import type { Catalogue } from './tools/catalogue.ts';
import type { NameTest } from './tools/names.ts';
import type { Remembered, Waiting } from './tools/remembered-calls.ts';
import type { TaskMandates } from './tools/task-mandates.ts';
import type { ToolLists } from './tools/tool-lists.ts';

/** A call that continues as a task of the server. */
export interface Task {
  judgement: Judgement;
  /** When it was forwarded, by the platform's clock. */
  began: number;
}

/** An agent that asks, and the person it acts for, where the gateway knows one. */
export interface Caller {
  agent: Agent;
  user: string | undefined;
}

/** One name for each caller. */
export function callerKey({ agent, user }: Caller, ...more: string[]): string {
  return JSON.stringify([agent.name, user ?? null, ...more]);
}

export interface Governance extends Caller {
  server: string;
  assize: Pick<Assize, 'resume' | 'approvals'>;
  /** The name of an action, `server.tool`. */
  isAllowed: NameTest;
  /** The name of an action that runs even without a verdict. */
  mayRunUnjudged: NameTest;
  /** Whether the results of this server are reported. */
  reportResults: boolean;
  taskMandates: Pick<TaskMandates, 'of'>;
  waitMs: number;
  elicitation: GatewayConfiguration['elicitation'];
  /** The call that waits under each approval. */
  waiting: Remembered<Waiting>;
  /** Calls for which the server asked for more, as it does since 2026-07-28: they continue under their verdict. */
  unfinished: Remembered<Judgement>;
  /** Calls that the server answered with a task, by its id. */
  tasks: Remembered<Task>;
  /** Resolves once the calls that an earlier gateway left waiting are known. */
  recalled(): Promise<void>;
  lists: ToolLists;
  catalogue: Pick<Catalogue, 'heldBecause' | 'reviews' | 'wants'>;
  log: Log;
  /** Logs the same line once for all agents together. */
  logOnce: Log;
  platform: Pick<Platform, 'elapsedMs' | 'newId'>;
  /** Does not wait; `settled` does. */
  report(sent: Promise<void>): void;
}
