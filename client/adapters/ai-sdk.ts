/**
 * Vercel AI SDK: governs the tools of `generateText`, `streamText` and agents. A call that a human has to approve becomes
 * the SDK's own approval request; the tool runs only once the approval is given in Assize.
 */
import type { Assize } from '../assize.ts';
import { GovernedCalls, type GovernOptions, type ToolDefinition } from '../tool-calls.ts';

export type { GovernOptions, ToolDefinition } from '../tool-calls.ts';

/** What the adapter needs of the SDK's tools. */
type Tools = Record<string, object>;

interface ExecutionOptions {
  toolCallId: string;
  messages: readonly { content: unknown }[];
  abortSignal?: AbortSignal;
}

interface ApprovalAsked {
  toolCall: { toolCallId: string; toolName: string; input: unknown };
}

type ApprovalStatus = { type: 'denied' | 'user-approval'; reason: string } | undefined;

export interface Governed<T extends Tools> {
  tools: T;
  toolApproval: (asked: ApprovalAsked) => Promise<ApprovalStatus>;
}

/**
 * `generateText({ model, prompt, ...govern(assize, tools) })`. A tool without `execute` runs elsewhere, so its call is
 * asked about and no more. Without a verdict a call is refused.
 */
export function govern<T extends Tools>(assize: Assize, tools: T, options: GovernOptions = {}): Governed<T> {
  const calls = new GovernedCalls(assize, options);
  return {
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [name, governed(calls, name, tool)]),
    ) as T,
    async toolApproval({ toolCall: { toolCallId: id, toolName: name, input: args } }) {
      const { verdict, message } = await calls.ask({ id, name, args });
      if (verdict === 'block') return { type: 'denied', reason: message };
      const asksHuman = verdict === 'escalate' && options.waitMs === undefined;
      return asksHuman ? { type: 'user-approval', reason: message } : undefined;
    },
  };
}

function governed(calls: GovernedCalls, name: string, tool: object): object {
  const { execute } = tool as { execute?: (args: unknown, options: ExecutionOptions) => unknown };
  if (execute === undefined) return tool;
  return {
    ...tool,
    execute: (args: unknown, options: ExecutionOptions) => {
      const { toolCallId: id, abortSignal: signal, messages } = options;
      const approvalId = approvalIn(messages, id);
      return calls.run({ id, name, args, approvalId, signal }, () => execute.call(tool, args, options));
    },
  };
}

interface RequestPart {
  type: 'tool-approval-request';
  toolCallId: string;
  reason?: string;
}

/** The messages carry the request to whichever process goes on with them. */
function approvalIn(messages: ExecutionOptions['messages'], toolCallId: string): string | undefined {
  const parts = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Partial<RequestPart>[]) : [],
  );
  const request = parts.findLast(
    (part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId,
  );
  return /\bapr_[0-9a-f]+\b/.exec(request?.reason ?? '')?.[0];
}

/** For `assize.tools.import({ source: { tools: toolDefinitions(tools) } })`. @param toJsonSchema the SDK's `asSchema` */
export function toolDefinitions(
  tools: Tools,
  toJsonSchema: (schema: never) => { jsonSchema: object | PromiseLike<object> },
): Promise<ToolDefinition[]> {
  return Promise.all(
    Object.entries(tools).map(async ([name, tool]) => {
      const { description, inputSchema } = tool as { description?: unknown; inputSchema?: unknown };
      return {
        name,
        ...(typeof description === 'string' && { description }),
        ...(inputSchema !== undefined && {
          inputSchema: await toJsonSchema(inputSchema as never).jsonSchema,
        }),
      };
    }),
  );
}
