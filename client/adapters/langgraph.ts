/**
 * LangGraph: governs the tools of a `ToolNode` or an agent. A call that a human has to approve interrupts the graph, and
 * goes on once the graph is resumed, if the approval was given in Assize by then.
 */
import type { Assize } from '../assize.ts';
import { GovernedCalls, type GovernOptions, type ToolDefinition, withMethod } from '../tool-calls.ts';

export type { GovernOptions, ToolDefinition } from '../tool-calls.ts';

/** What the adapter needs of a tool of LangChain. */
interface LangChainTool {
  name: string;
  description?: string;
  invoke: (input: never, config?: never) => Promise<unknown>;
}

/** The value of the interrupt. */
export interface ApprovalWanted {
  approval_id: string;
  tool: string;
  message: string;
}

export interface LangGraphOptions extends GovernOptions {
  /** LangGraph's `interrupt`. Without it a call that has to be approved is refused, with words for the model. */
  interrupt?: (value: ApprovalWanted) => unknown;
}

interface Config {
  signal?: AbortSignal;
  configurable?: { thread_id?: unknown };
}

/** `new ToolNode(govern(assize, tools, { interrupt }))` */
export function govern<T extends LangChainTool>(
  assize: Assize,
  tools: readonly T[],
  { interrupt, ...options }: LangGraphOptions = {},
): T[] {
  const calls = new GovernedCalls(assize, options);
  const results = new Map<string, Known>();
  return tools.map((tool) => {
    const { name } = tool;
    const invoke = tool.invoke.bind(tool) as (input: unknown, config?: Config) => Promise<unknown>;
    const governed = async (input: unknown, config: Config = {}) => {
      const { id, args } = callIn(input);
      // A resumed graph runs the whole node again: also the calls that ran beside the one that waited.
      const thread = config.configurable?.thread_id;
      const once = id === undefined || typeof thread !== 'string' ? undefined : `${thread}/${id}`;
      const known = once === undefined ? undefined : results.get(once);
      if (known !== undefined && known.said === JSON.stringify(args)) return known.result;
      const idempotencyKey = interrupt === undefined ? undefined : once;
      const call = { id: once, name, args, signal: config.signal, idempotencyKey };
      const { verdict, approvalId, message } = await calls.ask(call);
      if (verdict === 'escalate' && approvalId !== undefined && options.waitMs === undefined) {
        interrupt?.({ approval_id: approvalId, tool: name, message });
      }
      const result = await calls.run(call, () => invoke(input, config));
      if (once !== undefined) remember(results, once, { said: JSON.stringify(args), result });
      return result;
    };
    return withMethod(tool, { invoke: governed });
  });
}

interface Known {
  said: string;
  result: unknown;
}

const MAX_REMEMBERED = 1_000;

function remember(results: Map<string, Known>, id: string, known: Known): void {
  results.set(id, known);
  const [oldest] = results.keys();
  if (results.size > MAX_REMEMBERED && oldest !== undefined) results.delete(oldest);
}

/** A model's call of a tool, or arguments alone. */
function callIn(input: unknown): { id: string | undefined; args: unknown } {
  const { type, id, args } = (input ?? {}) as { type?: unknown; id?: unknown; args?: unknown };
  if (type !== 'tool_call') return { id: undefined, args: input };
  return { id: typeof id === 'string' ? id : undefined, args };
}

/** For `assize.tools.import({ source: { tools: toolDefinitions(tools, toJsonSchema) } })`. @param toJsonSchema that of `@langchain/core/utils/json_schema` */
export function toolDefinitions(
  tools: readonly LangChainTool[],
  toJsonSchema: (schema: never) => object,
): ToolDefinition[] {
  return tools.map((tool) => {
    const { name, description, schema } = tool as LangChainTool & { schema?: unknown };
    return {
      name,
      ...(description !== undefined && { description }),
      ...(schema !== undefined && { inputSchema: toJsonSchema(schema as never) }),
    };
  });
}
