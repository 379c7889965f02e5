/**
 * Mastra: governs tools made by `createTool`. A call that a human has to approve suspends the agent, which goes on by
 * `approveToolCall`; the tool runs only if the approval was given in Assize by then.
 */
import type { Assize } from '../assize.ts';
import { GovernedCalls, type GovernOptions, type ToolDefinition, withMethod } from '../tool-calls.ts';

export type { GovernOptions, ToolDefinition } from '../tool-calls.ts';

/** What the adapter needs of a tool of Mastra. */
interface MastraTool {
  id: string;
  description?: string;
}

interface Execution {
  abortSignal?: AbortSignal;
}

type Execute = (input: unknown, context?: Execution) => Promise<unknown>;

/** `new Agent({ model, tools: govern(assize, tools) })`. The names of the tools are their ids. */
export function govern<T extends Record<string, MastraTool>>(
  assize: Assize,
  tools: T,
  options: GovernOptions = {},
): T {
  const calls = new GovernedCalls(assize, options);
  return Object.fromEntries(
    Object.entries(tools).map(([key, tool]) => [key, governed(calls, tool, options)]),
  ) as T;
}

/** Mastra asks and runs without telling which call it is, so calls are told apart by their arguments. */
function governed(calls: GovernedCalls, tool: MastraTool, { waitMs }: GovernOptions): MastraTool {
  const { id: name, execute } = tool as MastraTool & { execute?: Execute };
  return withMethod(tool, {
    requireApproval: async (args: unknown) => {
      const { verdict } = await calls.ask({ name, args });
      return verdict === 'escalate' && waitMs === undefined;
    },
    ...(execute !== undefined && {
      execute: (args: unknown, context?: Execution) =>
        calls.run({ name, args, signal: context?.abortSignal }, () => execute.call(tool, args, context)),
    }),
  });
}

/** For `assize.tools.import({ source: { tools: toolDefinitions(tools, toJsonSchema) } })`. @param toJsonSchema such as that of zod */
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
