/**
 * Claude Agent SDK: options under which each tool call is judged before it runs, and its outcome reported afterwards.
 * A hook asks for the verdict, since tools that need no permission never reach `canUseTool`.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import type { Judgement } from '../judgement.ts';
import type { Outcome } from '../reports.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import {
  type FrameworkCall,
  GovernedCalls,
  type GovernOptions,
  type PlanBy,
  planningBy,
  Remembered,
} from '../tool-calls.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('@anthropic-ai/claude-agent-sdk');

/** Plans by a query of its own, without tools and settings. */
interface PlanningQuery {
  /** The SDK's `query`. */
  query: (asked: never) => AsyncIterable<object>;
  /** Default: that of the options. */
  model?: string;
  /** The agent's tools. Default: the accepted ones of the catalogue. */
  tools?: readonly ToolDefinition[];
}

interface Denial {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'deny';
    permissionDecisionReason: string;
  };
}

type Hook = (input: object, toolUseId: string | undefined, asked: { signal: AbortSignal }) => Promise<Denial>;

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
  const permitted = new Remembered<{ said: string; judgement: Judgement }>();
  /** Only the hooks are told it. */
  let sessionId: string | undefined;

  /** @returns the reason to refuse, if there is one. */
  async function refusal(call: FrameworkCall & { id: string }): Promise<string | undefined> {
    const said = JSON.stringify([call.name, call.args]);
    if (permitted.get(call.id)?.said === said) return undefined;
    try {
      permitted.set(call.id, { said, judgement: await calls.permit(call) });
      return undefined;
    } catch (error) {
      permitted.take(call.id);
      return error instanceof Error ? error.message : 'There is no verdict.';
    }
  }

  const before: Hook = async (input, _, { signal }) => {
    const { tool_name: name, tool_input: args, tool_use_id: id, session_id } = input as ToolEvent;
    sessionId = session_id;
    const reason = await refusal({ ...named(name), args, id, sessionId, signal });
    return reason === undefined ? {} : denied(reason);
  };

  const after: Hook = async (input) => {
    const event = input as ToolEvent;
    await permitted.take(event.tool_use_id)?.judgement.report(outcomeOf(event));
    return {};
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
      const own =
        given.canUseTool === undefined
          ? { behavior: 'allow' as const }
          : await given.canUseTool(name, input, asked);
      if (own?.behavior !== 'allow') return own;
      const args = own.updatedInput ?? input;
      const { toolUseID: id, signal } = asked;
      const reason = await refusal({ ...named(name), args, id, sessionId, signal });
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

/** The model may answer with nothing but a plan: it has no tools, and no permission for any. */
function byQuery({ query, model }: PlanningQuery, options: object): PlanBy {
  const given = options as Record<string, unknown>;
  const started = ['cwd', 'env', 'pathToClaudeCodeExecutable', 'spawnClaudeCodeProcess', 'executable'];
  const name = model ?? given.model;
  const settings = {
    ...Object.fromEntries(started.filter((key) => key in given).map((key) => [key, given[key]])),
    ...(name !== undefined && { model: name }),
    tools: [],
    settingSources: [],
    strictMcpConfig: true,
    persistSession: false,
  };
  return {
    ...(typeof name === 'string' && { model: name }),
    async complete({ system, user }, schema) {
      const asked = {
        prompt: user,
        options: { ...settings, systemPrompt: system, outputFormat: { type: 'json_schema', schema } },
      };
      let answer: unknown;
      for await (const message of query(asked as never)) {
        const { type, structured_output, result } = message as Record<string, unknown>;
        if (type === 'result') answer = structured_output ?? result;
      }
      return answer;
    },
  };
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

/** Named as in the gateway and the hooks of Claude Code. */
function named(tool: string): { server: string; name: string } {
  const [, server = 'claude-code', name = tool] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? [];
  return { server, name };
}

function denied(permissionDecisionReason: string): Denial {
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
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
