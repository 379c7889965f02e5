/**
 * Mastra: governs tools made by `createTool`. A call that a human must approve suspends the agent, which continues by
 * `resumeGenerate`, even in another process; the tool runs only if the approval was given in Assize by then.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import { ApprovalRequired } from '../guard/refused.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import {
  GovernedCalls,
  type GovernOptions,
  type PlanBy,
  planningBy,
  withMethod,
  withNote,
} from '../tool-calls.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('@mastra/core');

/** The part of Mastra's tools that the adapter needs. */
interface MastraTool {
  id: string;
  description?: string;
}

/** The value with which the agent is suspended. */
export interface ApprovalWanted {
  approval_id: string;
  tool: string;
  message: string;
}

interface Execution {
  abortSignal?: AbortSignal;
  /** Set where an agent calls the tool. */
  agent?: {
    toolCallId?: string;
    threadId?: string;
    suspend?: (wanted: ApprovalWanted) => Promise<unknown>;
    suspendPayload?: unknown;
    resumeData?: unknown;
  };
}

/** Any agent of Mastra; the one that gets the tools will do, since it plans without them. */
interface PlanningAgent {
  generate: (messages: never, options: never) => Promise<{ object: unknown; text: string }>;
}

type Waiting = Pick<GovernOptions, 'waitMs'>;

type Execute = (input: unknown, context?: Execution) => Promise<unknown>;

/** `new Agent({ model, tools: govern(assize, tools) })`. The names of the tools are their ids. */
export function govern<T extends Record<string, MastraTool>>(
  assize: Assize,
  tools: T,
  options: GovernOptions<{ agent: PlanningAgent }> = {},
): T {
  const calls = new GovernedCalls(assize, planningBy(options, byAgent), () =>
    Object.values(tools).map(({ id: name, description = '' }) => ({ name, description })),
  );
  return Object.fromEntries(
    Object.entries(tools).map(([key, tool]) => [key, governed(calls, tool, options)]),
  ) as T;
}

function byAgent({ agent }: { agent: PlanningAgent }): PlanBy {
  return {
    async complete({ system: instructions, user }, schema) {
      const how = {
        instructions,
        structuredOutput: { schema },
        toolChoice: 'none',
        activeTools: [],
        maxSteps: 1,
      };
      const { object, text } = await agent.generate(user as never, how as never);
      return object ?? text;
    },
  };
}

function governed(calls: GovernedCalls, tool: MastraTool, options: Waiting): MastraTool {
  const { execute } = tool as MastraTool & { execute?: Execute };
  if (execute === undefined) return tool;
  return withMethod(tool, {
    execute: (args: unknown, context: Execution = {}) => run(calls, tool.id, options, args, context, execute),
  });
}

async function run(
  calls: GovernedCalls,
  name: string,
  { waitMs }: Waiting,
  args: unknown,
  context: Execution,
  execute: Execute,
): Promise<unknown> {
  const { abortSignal: signal, agent } = context;
  const approvalId = approvalIn(agent?.suspendPayload, name);
  // The resume data was meant for this adapter, not for the tool.
  const own = { ...agent, suspendPayload: undefined, resumeData: undefined };
  const given = approvalId === undefined ? context : { ...context, agent: own };
  try {
    const call = { id: agent?.toolCallId, name, args, sessionId: agent?.threadId, approvalId, signal };
    return await calls.run(call, (judged) => execute(judged, given), { told: withNote });
  } catch (error) {
    if (!(error instanceof ApprovalRequired) || agent?.suspend === undefined || waitMs !== undefined) {
      throw error;
    }
    return agent.suspend({ approval_id: error.approvalId, tool: name, message: error.message });
  }
}

function approvalIn(suspendPayload: unknown, name: string): string | undefined {
  const { approval_id, tool } = (suspendPayload ?? {}) as Partial<Record<keyof ApprovalWanted, unknown>>;
  return typeof approval_id === 'string' && tool === name ? approval_id : undefined;
}

/** For `assize.tools.import(toolDefinitions(tools, toJsonSchema))`. @param toJsonSchema such as that of zod */
export function toolDefinitions(
  tools: Record<string, MastraTool>,
  toJsonSchema: (schema: never) => object,
): ToolDefinition[] {
  return Object.values(tools).map((tool) => {
    const { id: name, description, inputSchema } = tool as MastraTool & { inputSchema?: unknown };
    return {
      name,
      ...(description !== undefined && { description }),
      ...(inputSchema !== undefined && { inputSchema: toJsonSchema(inputSchema as never) }),
    };
  });
}
