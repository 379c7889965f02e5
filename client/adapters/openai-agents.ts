/**
 * OpenAI Agents SDK: a `tool` whose tools run only with a verdict that lets them proceed. A call that a human must
 * approve becomes an interruption of the run, a blocked one a rejection by a guardrail.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import { ActionRefused } from '../guard/refused.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import { GovernedCalls, type GovernOptions, type PlanBy, planningBy, withNote } from '../tool-calls.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('@openai/agents');

interface Run {
  context: unknown;
}

interface Details {
  toolCall?: { callId: string };
  signal?: AbortSignal;
}

interface Guardrail {
  name: string;
  run: (data: {
    toolCall: { callId: string };
  }) => Promise<{ behavior: { type: 'allow' } | { type: 'rejectContent'; message: string } }>;
}

/** A model as a provider of the SDK gives it: `await new OpenAIProvider().getModel(name)`. */
interface Model {
  getResponse: (request: never) => Promise<{ output: readonly object[] }>;
}

type NeedsApproval = (run: Run, args: unknown, callId?: string) => Promise<boolean>;

/** The options of a tool that the adapter reads and changes. */
interface ToolOptions {
  description?: string;
  execute: (args: unknown, run?: Run, details?: Details) => unknown;
  needsApproval?: boolean | NeedsApproval;
  inputGuardrails?: readonly Guardrail[];
  outputSchema?: unknown;
}

/** `const tool = govern(assize, sdkTool)` instead of the SDK's `tool`. Without a verdict a call does not run. */
export function govern<T extends (options: never) => { name: string }>(
  assize: Assize,
  tool: T,
  options: GovernOptions<{ model: Model }> = {},
): T {
  const all: ToolDefinition[] = [];
  const calls = new GovernedCalls(assize, planningBy(options, byModel), () => all);
  const make = (given: ToolOptions) => {
    // The SDK may change the name, and the model calls the tool by the changed one.
    const made: { name: string } = tool(
      governed(calls, given, () => made.name, options.waitMs !== undefined) as never,
    );
    all.push({ name: made.name, description: given.description ?? '' });
    return made;
  };
  return make as unknown as T;
}

function byModel({ model }: { model: Model }): PlanBy {
  return {
    async complete({ system, user }, schema) {
      const request = {
        systemInstructions: system,
        input: user,
        modelSettings: {},
        tools: [],
        handoffs: [],
        outputType: { type: 'json_schema', name: 'plan', strict: true, schema },
        tracing: false,
      };
      const { output } = await model.getResponse(request as never);
      const parts = (output as { content?: unknown }[]).flatMap(({ content }) => content ?? []);
      return (parts as { type?: string; text?: string }[])
        .map(({ type, text = '' }) => (type === 'output_text' ? text : ''))
        .join('');
    },
  };
}

function governed(
  calls: GovernedCalls,
  given: ToolOptions,
  nameOf: () => string,
  waits: boolean,
): ToolOptions {
  const asksAnyway = asNeedsApproval(given.needsApproval);
  return {
    ...given,
    async needsApproval(run, args, id) {
      if (await asksAnyway(run, args, id)) return true;
      if (openIn(run, id) !== undefined) return true;
      const { verdict, approvalId } = await calls.ask({ id, name: nameOf(), args });
      if (verdict !== 'escalate' || waits) return false;
      keepIn(run, id, approvalId);
      return true;
    },
    inputGuardrails: [
      ...(given.inputGuardrails ?? []),
      {
        name: 'assize',
        run: async ({ toolCall }) => {
          const message = calls.blockOf(toolCall.callId);
          return { behavior: message === undefined ? { type: 'allow' } : { type: 'rejectContent', message } };
        },
      },
    ],
    async execute(args, run, details) {
      const id = details?.toolCall?.callId;
      const call = { id, name: nameOf(), args, approvalId: openIn(run, id), signal: details?.signal };
      try {
        const execute = (judged: unknown) => given.execute(judged, run, details);
        // An output with a schema has no place for it.
        return await calls.run(call, execute, given.outputSchema === undefined ? { told } : {});
      } catch (error) {
        // The SDK would not tell the model why. An output with a schema can't be this text.
        if (error instanceof ActionRefused && given.outputSchema === undefined) return error.message;
        throw error;
      }
    },
  };
}

/** A list of the SDK's own parts stays one, and anything else becomes a text. */
function told(result: unknown, note: string): unknown {
  const parts = Array.isArray(result) ? result : [result];
  const isPart = (part: { type?: unknown } | null | undefined) =>
    typeof part === 'object' && ['text', 'image', 'file'].includes(String(part?.type));
  if (parts.length > 0 && parts.every(isPart)) return [{ type: 'text', text: note }, ...parts];
  return withNote(typeof result === 'string' ? result : JSON.stringify(result), note);
}

function asNeedsApproval(given: ToolOptions['needsApproval'] = false): NeedsApproval {
  return typeof given === 'function' ? given : async () => given;
}

/**
 * The calls that wait for a human, in the context of the run: they are part of its state, even when that is saved.
 */
interface Context {
  assizeApprovals?: { callId: string; approvalId: string }[];
}

function contextOf({ context }: Run): Context | undefined {
  return typeof context === 'object' && context !== null && Object.isExtensible(context)
    ? context
    : undefined;
}

function openIn(run: Run | undefined, id: string | undefined): string | undefined {
  const open = run === undefined ? [] : contextOf(run)?.assizeApprovals;
  return open?.findLast(({ callId }) => callId === id)?.approvalId;
}

function keepIn(run: Run, callId: string | undefined, approvalId: string | undefined): void {
  const context = contextOf(run);
  if (context === undefined || callId === undefined || approvalId === undefined) return;
  context.assizeApprovals = [...(context.assizeApprovals ?? []), { callId, approvalId }];
}

/** The approval that an interruption waits for: `approvalOf(result.runContext, interruption)`. */
export function approvalOf(run: Run, interruption: { rawItem: object }): string | undefined {
  return openIn(run, (interruption.rawItem as { callId?: string }).callId);
}

/** For `assize.tools.import(toolDefinitions(tools))`. */
export function toolDefinitions(
  tools: readonly { name: string; description: string; parameters: object }[],
): ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters }));
}
