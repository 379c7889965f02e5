/**
 * What the hooks of all agents have in common: a tool is about to be called, or was called. Each agent says it in its
 * own form, and reads the answer in its own form; the files in agents/ translate, and know nothing of judging.
 */
export type Fields = Readonly<Record<string, unknown>>;

export interface HookedCall {
  /** Of the agent's conversation. */
  session: string | undefined;
  /** The agent's own id of this call; not every agent gives one. */
  id: string | undefined;
  /** The MCP server, or the catalogue that lists the agent's own tools. */
  server: string | undefined;
  /** As the catalogue names the tool. */
  name: string;
  /** As the agent names it. */
  agentTool: string;
  arguments: unknown;
  cwd: string | undefined;
}

/** Each reader has a text of their own. */
export interface Words {
  /** For the agent's model: why, and what to do now. */
  reason: string;
  /** For the human in front of it: which call it is about, and why, in short. */
  forHuman: string;
}

/** What the agent is told about a call that waits for it. */
export type Decision =
  | { kind: 'proceed' }
  /** The human in front of the agent decides. */
  | ({ kind: 'ask' } & Words)
  | ({ kind: 'deny' } & Words);

export interface Ended {
  outcome: 'success' | 'failure';
  durationMs: number | undefined;
  /** In the agent's words. */
  error: string | undefined;
}

/** Whether a human is asked where the answer wants it; perhaps, where the event does not tell. */
export type Asks = 'always' | 'perhaps' | 'never';

export interface BeforeCall {
  kind: 'before';
  call: HookedCall;
  asks: Asks;
  /** In the agent's form. */
  answer: (decision: Decision) => object;
}

export interface AfterCall {
  kind: 'after';
  call: HookedCall;
  ended: Ended;
}

/** An event that is known, and that leaves nothing to do. */
export interface OtherEvent {
  kind: 'other';
}

export type HookEvent = BeforeCall | AfterCall | OtherEvent;

/** An answer without an event that could be answered: by all that makes this agent deny the call. */
export interface Refusal {
  stdout?: object;
  exitCode: number;
}

export interface AgentHooks {
  /** Also the `agent_id` of evaluations, where none is set. */
  name: string;
  /** @param eventName where the command line says it. @throws {UnreadableEvent} */
  read: (fields: Fields, eventName?: string) => HookEvent;
  /** The agent's shell may print something before an answer, which hides it: a denial is told by the exit code as well. */
  deniesByExitCode?: true;
  refuse: (reason: string) => Refusal;
}

/** The input is not what this agent's documentation says, so the call is denied. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/** The agent reads it as no answer at all: its own settings decide, as they would without the hook. */
export const NEUTRAL = {} as const;
