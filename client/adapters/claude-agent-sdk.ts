/**
 * Claude Agent SDK: options under which each tool call is judged before it runs, and its outcome reported afterwards.
 * A hook asks for the verdict, since tools that need no permission never reach `canUseTool`.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import { byQuery, type PlanningQuery } from '../planning/by-query.ts';
import type { Outcome } from '../reports.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import { GovernedCalls, type GovernOptions, planningBy } from '../tool-calls.ts';
import { Permits } from './claude-agent-sdk/permits.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('@anthropic-ai/claude-agent-sdk');

interface HookAnswer {
  hookSpecificOutput?:
    | { hookEventName: 'PreToolUse'; permissionDecision: 'ask' | 'deny'; permissionDecisionReason: string }
    | { hookEventName: 'PostToolUse' | 'PostToolUseFailure'; additionalContext: string };
}

type Hook = (
  input: object,
  toolUseId: string | undefined,
  asked: { signal: AbortSignal },
) => Promise<HookAnswer>;

interface Matcher {
  hooks: Hook[];
  timeout?: number;
  onFailure?: 'block';
}

type Permission =
  | { behavior: 'allow'; updatedInput?: Record<string, unknown> }
  | { behavior: 'deny'; message: string };

type CanUseTool = (
  name: string,
  input: Record<string, unknown>,
  asked: { signal: AbortSignal; toolUseID: string },
) => Promise<Permission | null>;

interface Governance {
  hooks: Record<'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', Matcher[]>;
  canUseTool: CanUseTool;
}

/** The fields of an event that the hooks read. */
interface ToolEvent {
  hook_event_name?: 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure';
  permission_mode?: string;
  session_id?: string;
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  tool_response?: unknown;
  error?: unknown;
  duration_ms?: number;
}

/** Longer than the wait for a human, in seconds. */
const HOOK_SECONDS = 60;

/**
 * `query({ prompt, options: govern(assize, options) })`. A call runs if the verdict, your own hooks and your own
 * `canUseTool` all allow it. Without a verdict it is denied.
 */
export function govern<T extends object>(
  assize: Assize,
  options: T,
  governing: Omit<GovernOptions<PlanningQuery>, 'server'> = {},
): Omit<T, keyof Governance> & Governance {
  const { waitMs } = governing;
  const calls = callsOf(assize, options, governing);
  const permits = new Permits(calls);
  /** Only the hooks are told it. */
  let sessionId: string | undefined;

  const before: Hook = async (input, _, { signal }) => {
    const {
      tool_name: name,
      tool_input: args,
      tool_use_id: id,
      session_id,
      permission_mode,
    } = input as ToolEvent;
    sessionId = session_id;
    // Only a question brings the call to `canUseTool`, which can change it, no matter what other hooks answer.
    const asks = ASKING_MODES.includes(permission_mode);
    const reason = await permits.refusal({ ...named(name), args, id, sessionId, signal }, asks);
    if (reason !== undefined) return decided('deny', reason);
    const note = permits.of(id)?.judgement.correction?.note;
    return note === undefined ? {} : decided('ask', note);
  };

  const after: Hook = async (input) => {
    const event = input as ToolEvent;
    const { hook_event_name: hookEventName = 'PostToolUse', tool_use_id: id } = event;
    const judgement = permits.take(id)?.judgement;
    await judgement?.report(outcomeOf(event));
    const note = judgement?.correction?.note;
    if (note === undefined || hookEventName === 'PreToolUse') return {};
    return { hookSpecificOutput: { hookEventName, additionalContext: note } };
  };

  const given = options as Partial<Governance>;
  return {
    ...options,
    hooks: withHooks(given.hooks, {
      PreToolUse: {
        hooks: [before],
        timeout: Math.ceil((waitMs ?? 0) / 1000) + HOOK_SECONDS,
        onFailure: 'block',
      },
      PostToolUse: { hooks: [after] },
      PostToolUseFailure: { hooks: [after] },
    }),
    async canUseTool(name, input, asked) {
      const { toolUseID: id, signal } = asked;
      const wanted = permits.corrected(id, { ...named(name), args: input }) as typeof input;
      const own =
        given.canUseTool === undefined
          ? { behavior: 'allow' as const }
          : await given.canUseTool(name, wanted, asked);
      if (own?.behavior !== 'allow') return own;
      const args = own.updatedInput ?? wanted;
      const reason = await permits.refusal({ ...named(name), args, id, sessionId, signal });
      return reason === undefined ? { ...own, updatedInput: args } : { behavior: 'deny', message: reason };
    },
  };
}

function callsOf(assize: Assize, options: object, governing: GovernOptions<PlanningQuery>): GovernedCalls {
  const { plan } = governing;
  const tools = typeof plan === 'object' && 'query' in plan ? plan.tools : undefined;
  const planning = planningBy(governing, (own: PlanningQuery) => byQuery(own, options));
  return new GovernedCalls(assize, planning, tools && (() => tools));
}

function withHooks(
  given: Partial<Governance['hooks']> = {},
  added: Record<keyof Governance['hooks'], Matcher>,
): Governance['hooks'] {
  const { PreToolUse = [], PostToolUse = [], PostToolUseFailure = [] } = given;
  return {
    ...given,
    PreToolUse: [...PreToolUse, added.PreToolUse],
    PostToolUse: [...PostToolUse, added.PostToolUse],
    PostToolUseFailure: [...PostToolUseFailure, added.PostToolUseFailure],
  };
}

/** In any other mode a question may be answered without `canUseTool`. */
const ASKING_MODES: readonly unknown[] = ['default', 'plan', 'acceptEdits'];

/** Named as in the gateway and the hooks of Claude Code. */
function named(tool: string): { server: string; name: string } {
  const [, server = 'claude-code', name = tool] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? [];
  return { server, name };
}

function decided(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): HookAnswer {
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  };
}

function outcomeOf({ tool_response: result, error, duration_ms: durationMs }: ToolEvent): Outcome {
  return {
    outcome: error === undefined && !isError(result) ? 'success' : 'failure',
    error,
    ...(durationMs !== undefined && { durationMs }),
    ...(error === undefined && { result }),
  };
}

function isError(response: unknown): boolean {
  return (response as { isError?: unknown } | null | undefined)?.isError === true;
}

/**
 * For `assize.tools.import({ server, source: { tools: toolDefinitions(tools, toJsonSchema) } })`.
 * @param toJsonSchema such as `(shape) => z.toJSONSchema(z.object(shape))`
 */
export function toolDefinitions<Shape>(
  tools: readonly { name: string; description: string; inputSchema: Shape }[],
  toJsonSchema: (shape: Shape) => object,
): ToolDefinition[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: toJsonSchema(inputSchema),
  }));
}
