/**
 * Google's Agent Development Kit: governs the tools of an `LlmAgent`. A call that a human must approve becomes the
 * kit's own confirmation; the tool runs only if the approval was given in Assize by then.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import { ActionRefused, ApprovalRequired } from '../guard/refused.ts';
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

checkFramework('@google/adk');

/** The part of the kit's tools that the adapter needs. */
interface AdkTool {
  name: string;
  description: string;
  runAsync: (request: never) => Promise<unknown>;
}

/** A model of the kit. */
interface Llm {
  model: string;
  generateContentAsync: (
    request: never,
    stream?: boolean,
  ) => AsyncIterable<{ content?: { parts?: object[] } }>;
}

interface Request {
  args: Record<string, unknown>;
  toolContext: {
    functionCallId?: string;
    sessionId?: string;
    abortSignal?: AbortSignal;
    actions?: { skipSummarization?: boolean };
    toolConfirmation?: { confirmed: boolean; payload?: unknown };
    requestConfirmation?: (wanted: { hint: string; payload: unknown }) => void;
  };
}

/** `new LlmAgent({ model, tools: govern(assize, tools) })` */
export function govern<T extends AdkTool>(
  assize: Assize,
  tools: readonly T[],
  options: GovernOptions<{ model: Llm }> = {},
): T[] {
  const calls = new GovernedCalls(assize, planningBy(options, byModel), () =>
    tools.map(({ name, description }) => ({ name, description })),
  );
  return tools.map((tool) => {
    const runAsync = tool.runAsync.bind(tool) as (request: Request) => Promise<unknown>;
    return withMethod(tool, {
      async runAsync(request: Request) {
        const { args, toolContext } = request;
        // A tool's own confirmation comes first: one asked for while it runs would be reported as done.
        if (toolContext.toolConfirmation === undefined && (await asksAnyway(tool, args, toolContext))) {
          return waitingFor(toolContext, `A person has to confirm ${tool.name} first.`, {});
        }
        return run(calls, tool.name, request, runAsync);
      },
      // Any call may be a confirmation, which only ever answers a question of this tool.
      checkRequireConfirmation: () => true,
    });
  });
}

function byModel({ model }: { model: Llm }): PlanBy {
  return {
    model: model.model,
    async complete({ system, user }, schema) {
      const request = {
        model: model.model,
        contents: [{ role: 'user', parts: [{ text: user }] }],
        config: {
          systemInstruction: system,
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
        },
        liveConnectConfig: {},
        toolsDict: {},
      };
      let answer = '';
      for await (const { content } of model.generateContentAsync(request as never, false)) {
        for (const part of content?.parts ?? []) {
          const { text = '', thought } = part as { text?: string; thought?: boolean };
          if (thought !== true) answer += text;
        }
      }
      return answer;
    },
  };
}

async function run(
  calls: GovernedCalls,
  name: string,
  request: Request,
  runAsync: (request: Request) => Promise<unknown>,
): Promise<unknown> {
  const { args, toolContext } = request;
  const { functionCallId: id, sessionId, abortSignal: signal, toolConfirmation } = toolContext;
  if (toolConfirmation?.confirmed === false)
    return { error: 'A person rejected it, so it was not carried out.' };
  const { approval_id } = (toolConfirmation?.payload ?? {}) as { approval_id?: unknown };
  const approvalId = typeof approval_id === 'string' ? approval_id : undefined;
  try {
    const call = { id, name, args, sessionId, approvalId, signal };
    const execute = (judged: unknown) => runAsync({ ...request, args: judged as Request['args'] });
    return await calls.run(call, execute, { told: withNote });
  } catch (error) {
    // The kit turns any other error into an answer to the model, and logs it as an error.
    if (!(error instanceof ActionRefused)) throw error;
    if (!(error instanceof ApprovalRequired)) return { error: error.message };
    return waitingFor(toolContext, error.message, { approval_id: error.approvalId });
  }
}

async function asksAnyway(tool: AdkTool, args: unknown, context: unknown): Promise<boolean> {
  const { checkRequireConfirmation } = tool as { checkRequireConfirmation?: unknown };
  if (typeof checkRequireConfirmation !== 'function') return false;
  return (await checkRequireConfirmation.call(tool, args, context)) === true;
}

/** The run ends here, until a person has answered. */
function waitingFor(context: Request['toolContext'], hint: string, payload: object): { error: string } {
  context.requestConfirmation?.({ hint, payload });
  if (context.actions !== undefined) context.actions.skipSummarization = true;
  return { error: hint };
}

/** For `assize.tools.import(toolDefinitions(tools))`. */
export function toolDefinitions(tools: readonly AdkTool[]): ToolDefinition[] {
  return tools.map((tool) => {
    const declared = tool as AdkTool & {
      _getDeclaration?: () => { parameters?: object; parametersJsonSchema?: unknown };
    };
    const { parameters, parametersJsonSchema } = declared._getDeclaration?.() ?? {};
    const inputSchema = (parametersJsonSchema as object | undefined) ?? parameters;
    return {
      name: tool.name,
      description: tool.description,
      ...(inputSchema !== undefined && { inputSchema }),
    };
  });
}
