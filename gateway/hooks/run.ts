/**
 * Handles one event of one agent: reads it from standard input, judges, reports or plans, and answers. An error before a
 * call denies it, and does so before the agent gives up on the hook.
 */
import path from 'node:path';
import { Assize } from '@assize/client';
import { configurationOf, type Environment, folderIn } from './configuration.ts';
import {
  type AgentHooks,
  type BeforeCall,
  type Decision,
  type HookEvent,
  NEUTRAL,
  UnreadableEvent,
} from './event.ts';
import { decide, type Judging, report } from './judging.ts';
import { planPrompt } from './prompts.ts';
import { fieldsIn } from './reading.ts';
import { smallFetch } from './small-fetch.ts';
import { State } from './state.ts';
import { said } from './words.ts';

export interface HookProcess {
  /** Rejects if there is too much. */
  input: (maxBytes: number) => Promise<string>;
  environment: Environment;
  home: string;
  /** `hook.json`, where the command line names it. */
  configurationFile: string | undefined;
  nowMs: number;
}

export interface Answer {
  stdout?: object;
  /** One line, for the agent or its human. */
  stderr?: string;
  exitCode: number;
}

/** For one attempt; the rest of the time is for retries. */
const ATTEMPT_MS = 5_000;
const ALL_MS = 20_000;
const PLANNING_MS = 60_000;
const INPUT_MS = 10_000;
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

export async function runHook(
  agent: AgentHooks,
  eventName: string | undefined,
  hook: HookProcess,
): Promise<Answer> {
  let event: HookEvent | undefined;
  try {
    event = agent.read(fieldsIn(await inTime(hook.input(MAX_INPUT_BYTES))), eventName);
    return await answered(agent, event, hook);
  } catch (error) {
    const reason = said(`The call was not carried out: ${wordsOf(error)}.`);
    if (event?.kind === 'before') return answerOf(agent, event, { kind: 'deny', reason, forHuman: reason });
    // A call that has been made can no longer be denied, and a prompt belongs to the user.
    if (event?.kind === 'after') return told(NEUTRAL, `The outcome was not reported: ${wordsOf(error)}.`);
    if (event?.kind === 'prompt')
      return told(event.answer, `The prompt has no mandate of its own: ${wordsOf(error)}.`);
    return { stderr: reason, ...agent.refuse(reason) };
  }
}

const told = (stdout: object, words: string): Answer => ({ stdout, stderr: said(words), exitCode: 0 });

function answerOf(agent: AgentHooks, event: BeforeCall, decision: Decision): Answer {
  const stdout = event.answer(decision);
  return decision.kind === 'deny' && agent.deniesByExitCode
    ? { stdout, stderr: decision.reason, exitCode: 2 }
    : { stdout, exitCode: 0 };
}

async function answered(agent: AgentHooks, event: HookEvent, hook: HookProcess): Promise<Answer> {
  if (event.kind === 'other') return { stdout: NEUTRAL, exitCode: 0 };
  const { environment, home, configurationFile } = hook;
  const configuration = configurationOf(environment, home, configurationFile);
  const { url, key, evidenceKey, waitMs } = configuration;
  const folder = configurationFile === undefined ? folderIn(home) : path.dirname(configurationFile);
  const state = new State(path.join(folder, 'hook-state'), configuration, hook.nowMs);
  const over = new AbortController();
  const allMs = event.kind === 'prompt' ? PLANNING_MS : ALL_MS + waitMs;
  const timer = setTimeout(() => over.abort(new Error('it took too long')), allMs);
  const judging: Judging = {
    agent: agent.name,
    assize: new Assize({
      url,
      key,
      evidenceKey,
      timeoutMs: ATTEMPT_MS,
      maxRetries: 1,
      fetch: smallFetch,
    }),
    state,
    configuration,
    now: new Date(hook.nowMs).toISOString(),
    signal: over.signal,
  };
  try {
    if (event.kind === 'before') {
      return answerOf(agent, event, await decide(judging, event));
    }
    if (event.kind === 'prompt') {
      const unplanned = await planPrompt(judging, event);
      if (unplanned !== undefined) return told(event.answer, `The prompt has no plan: ${unplanned}.`);
      return { stdout: event.answer, exitCode: 0 };
    }
    await report(judging, event);
    return { stdout: NEUTRAL, exitCode: 0 };
  } finally {
    clearTimeout(timer);
    state.clean();
  }
}

/** If an agent never ends its input, the agent's own time limit would apply, which lets calls through. */
async function inTime(input: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnreadableEvent('the event did not arrive in time')), INPUT_MS);
  });
  return Promise.race([input, over]).finally(() => clearTimeout(timer));
}

/** Without the full stop, since it ends a sentence of this program. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'for an unknown reason';
}
