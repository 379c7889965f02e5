/**
 * Vercel AI SDK: governs the tools of `generateText`, `streamText` and agents. A call that a human must approve
 * becomes the SDK's own approval request; the tool runs only once the approval is given in Assize.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import {
  GovernedCalls,
  type GovernOptions,
  type PlanBy,
  planningBy,
  Remembered,
  withNote,
} from '../tool-calls.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('ai');

/** The part of the SDK's tools that the adapter needs. */
type Tools = Record<string, object>;

interface ExecutionOptions {
  toolCallId: string;
  messages: readonly { content: unknown }[];
  abortSignal?: AbortSignal;
}

interface ApprovalAsked {
  toolCall: { toolCallId: string; toolName: string; input: unknown };
  messages: ExecutionOptions['messages'];
  toolsContext?: unknown;
}

/** A model of the SDK's providers, as they make it. */
interface LanguageModel {
  modelId: string;
  doGenerate: (asked: never) => PromiseLike<{ content: readonly { type: string }[] }>;
}

type ApprovalStatus = { type: 'denied' | 'user-approval'; reason?: string } | undefined;

export interface Governed<T extends Tools> {
  tools: T;
  toolApproval: (asked: ApprovalAsked) => Promise<ApprovalStatus>;
}

/**
 * `generateText({ model, prompt, ...govern(assize, tools) })`. A tool without `execute` runs elsewhere, so its call
 * is only judged. Without a verdict a call is refused.
 */
export function govern<T extends Tools>(
  assize: Assize,
  tools: T,
  options: GovernOptions<{ model: LanguageModel }> = {},
): Governed<T> {
  const calls = new GovernedCalls(assize, planningBy(options, byModel), () => namesOf(tools));
  return {
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [name, governed(calls, name, tool)]),
    ) as T,
    async toolApproval(asked) {
      const { toolCallId: id, toolName: name, input: args } = asked.toolCall;
      // An approved call is judged once more before it runs.
      const request = requestIn(asked.messages, id);
      if (request === undefined && (await asksAnyway(tools[name], asked))) return { type: 'user-approval' };
      const { verdict, message } = await calls.ask({ id, name, args, approvalId: approvalIn(request) });
      if (verdict === 'block') return { type: 'denied', reason: message };
      const asksHuman = verdict === 'escalate' && options.waitMs === undefined;
      return asksHuman ? { type: 'user-approval', reason: message } : undefined;
    },
  };
}

function byModel({ model }: { model: LanguageModel }): PlanBy {
  const ask = model.doGenerate.bind(model) as (asked: object) => ReturnType<LanguageModel['doGenerate']>;
  return {
    model: model.modelId,
    async complete({ system, user }, schema) {
      const { content } = await ask({
        prompt: [
          { role: 'system', content: system },
          { role: 'user', content: [{ type: 'text', text: user }] },
        ],
        responseFormat: { type: 'json', name: 'plan', schema },
      });
      const parts = content as readonly { type: string; text?: string }[];
      return parts.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
    },
  };
}

function namesOf(tools: Tools): ToolDefinition[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description } = tool as { description?: unknown };
    return { name, ...(typeof description === 'string' && { description }) };
  });
}

function governed(calls: GovernedCalls, name: string, tool: object): object {
  const { execute, toModelOutput } = tool as {
    execute?: (args: unknown, options: ExecutionOptions) => unknown;
    toModelOutput?: (given: ModelOutputOf) => ModelOutput | PromiseLike<ModelOutput>;
  };
  if (execute === undefined) return tool;
  /** Notes on corrections, by the id of the call: the result stays as your program knows it, and the model is told. */
  const notes = new Remembered<string>();
  return {
    ...tool,
    execute: (args: unknown, options: ExecutionOptions) => {
      const { toolCallId: id, abortSignal: signal, messages } = options;
      const approvalId = approvalIn(requestIn(messages, id));
      const run = (judged: unknown) => lastOf(execute.call(tool, judged, options));
      const told = (result: unknown, note: string) => {
        notes.set(id, note);
        return result;
      };
      return calls.run({ id, name, args, approvalId, signal }, run, { told });
    },
    async toModelOutput(given: ModelOutputOf) {
      const output = (await toModelOutput?.call(tool, given)) ?? outputOf(given.output);
      const note = notes.get(given.toolCallId);
      return note === undefined ? output : noted(output, note);
    },
  };
}

interface ModelOutputOf {
  toolCallId: string;
  output: unknown;
}

interface ModelOutput {
  type: string;
  value?: unknown;
}

/** As the SDK does it for a tool that does not say. */
function outputOf(output: unknown): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: JSON.parse(JSON.stringify(output) ?? 'null') as unknown };
}

function noted(output: ModelOutput, note: string): ModelOutput {
  const { type, value } = output;
  if (type === 'content' && Array.isArray(value))
    return { type, value: [{ type: 'text', text: note }, ...value] };
  const said = withNote(value, note);
  if (type === 'json' && typeof said === 'string') return { type: 'text', value: said };
  return { ...output, value: said };
}

/** A tool's own setting, which the SDK reads only where no `toolApproval` is given. */
async function asksAnyway(tool: object | undefined, asked: ApprovalAsked): Promise<boolean> {
  const { needsApproval = false } = (tool ?? {}) as { needsApproval?: unknown };
  if (typeof needsApproval !== 'function') return needsApproval === true;
  const { toolCallId, toolName, input } = asked.toolCall;
  const context = (asked.toolsContext as Record<string, unknown> | undefined)?.[toolName];
  return needsApproval.call(tool, input, { toolCallId, messages: asked.messages, context });
}

/** The last value that a tool yields is its result; only then has it run. */
async function lastOf(given: unknown): Promise<unknown> {
  if (typeof (given as Partial<AsyncIterable<unknown>> | undefined)?.[Symbol.asyncIterator] !== 'function')
    return given;
  let last: unknown;
  for await (const each of given as AsyncIterable<unknown>) last = each;
  return last;
}

interface RequestPart {
  type: 'tool-approval-request';
  toolCallId: string;
  reason?: string;
}

/** The messages carry the request to the process that continues with them. */
function requestIn(
  messages: ExecutionOptions['messages'],
  toolCallId: string,
): Partial<RequestPart> | undefined {
  const parts = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Partial<RequestPart>[]) : [],
  );
  return parts.findLast((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId);
}

function approvalIn(request: Partial<RequestPart> | undefined): string | undefined {
  return request?.reason?.match(/\bapr_[0-9a-f]+\b/g)?.at(-1);
}

/** For `assize.tools.import(toolDefinitions(tools))`. @param toJsonSchema the SDK's `asSchema` */
export function toolDefinitions(
  tools: Tools,
  toJsonSchema: (schema: never) => { jsonSchema: object | PromiseLike<object> },
): Promise<ToolDefinition[]> {
  return Promise.all(
    namesOf(tools).map(async (definition) => {
      const { inputSchema } = tools[definition.name] as { inputSchema?: unknown };
      return {
        ...definition,
        ...(inputSchema !== undefined && {
          inputSchema: await toJsonSchema(inputSchema as never).jsonSchema,
        }),
      };
    }),
  );
}
