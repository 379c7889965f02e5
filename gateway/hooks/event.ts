/**
 * The part that the hooks of all agents share: a tool is about to be called, or was called, or the user has written a
 * prompt. Each agent sends events and reads answers in its own form. The files in agents/ translate, and know nothing about judging.
 */
export type Fields = Readonly<Record<string, unknown>>;

export interface HookedCall {
  /** The id of the agent's conversation. */
  session: string | undefined;
  /** The agent's own id of this call; not every agent gives one. */
  id: string | undefined;
  /** The MCP server, or the catalogue that lists the agent's own tools. */
  server: string | undefined;
  /** The name in the catalogue. */
  name: string;
  /** The agent's own name for the tool. */
  agentTool: string;
  arguments: unknown;
  cwd: string | undefined;
}

/** A separate text for each reader. */
export interface Words {
  /** For the agent's model: the reason, and what to do now. */
  reason: string;
  /** For the human in front of it: the call and the reason, in short. */
  forHuman: string;
}

/** The answer to an agent whose call waits. */
export type Decision =
  | { kind: 'proceed' }
  /** The human in front of the agent decides. */
  | ({ kind: 'ask' } & Words)
  /** A human has approved it with other arguments, which the human in front of the agent sees and confirms. */
  | ({ kind: 'correct'; arguments: unknown } & Words)
  | ({ kind: 'deny' } & Words);

export interface Ended {
  outcome: 'success' | 'failure';
  durationMs: number | undefined;
  /** In the agent's words. */
  error: string | undefined;
  /** As the agent's model reads it; undefined where the event has none. */
  result: unknown;
}

/** Whether a human is asked if the answer says so; `perhaps` where the event does not tell. */
export type Asks = 'always' | 'perhaps' | 'never';

export interface BeforeCall {
  kind: 'before';
  call: HookedCall;
  asks: Asks;
  /** The answer can give the call other arguments, and the human in front of the agent sees what runs. */
  takesCorrection?: boolean;
  /** In the agent's form. */
  answer: (decision: Decision) => object;
}

export interface AfterCall {
  kind: 'after';
  call: HookedCall;
  ended: Ended;
}

/** The user tells the agent what to do, before it reads anything for that. */
export interface PromptEvent {
  kind: 'prompt';
  session: string;
  prompt: string;
  /** Lets the agent go on, in its own form. */
  answer: object;
}

/** A known event that needs no action. */
export interface OtherEvent {
  kind: 'other';
}

export type HookEvent = BeforeCall | AfterCall | PromptEvent | OtherEvent;

/** The answer to an unreadable event: it uses everything that makes this agent deny the call. */
export interface Refusal {
  stdout?: object;
  exitCode: number;
}

export interface AgentHooks {
  /** Also the `agent_id` of evaluations, unless one is set. */
  name: string;
  /** @param eventName where the command line gives it. @throws {UnreadableEvent} */
  read: (fields: Fields, eventName?: string) => HookEvent;
  /** The agent's shell may print something that hides the answer, so the exit code signals a denial too. */
  deniesByExitCode?: true;
  refuse: (reason: string) => Refusal;
}

/** The input differs from this agent's documentation, so the call is denied. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/** The agent treats it as no answer: its own settings decide, as they would without the hook. */
export const NEUTRAL = {} as const;
