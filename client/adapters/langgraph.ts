/**
 * LangGraph: governs the tools of a `ToolNode` or an agent. A call that a human must approve interrupts the graph. It
 * runs once the graph is resumed, if the approval was given in Assize by then.
 */

import type { Assize } from '../assize.ts';
import { checkFramework } from '../frameworks.ts';
import type { Judgement } from '../judgement.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import { GovernedCalls, type GovernOptions, type PlanBy, planningBy, withMethod } from '../tool-calls.ts';
import { answerIn, decide, runEdited } from './langgraph/answers.ts';

export type { ToolDefinition } from '../resources/tool-definition.ts';
export type { GovernOptions } from '../tool-calls.ts';

checkFramework('@langchain/langgraph');

/** The part of LangChain's tools that the adapter needs. */
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

/** A chat model of LangChain. */
interface ChatModel {
  withStructuredOutput: (schema: never, how: never) => { invoke: (messages: never) => Promise<unknown> };
}

export interface LangGraphOptions extends GovernOptions<{ model: ChatModel }> {
  /** LangGraph's `interrupt`. Without it a call that needs approval is refused, with words for the model. */
  interrupt?: (value: ApprovalWanted) => unknown;
  /**
   * Decides in Assize as the graph is resumed: `accept`, `edit`, `reject`, `response`. Give it the key of the person
   * or the program that resumes, never that of the agent. Without it, only approvals given in Assize count.
   */
  approver?: Pick<Assize, 'approvals'>;
}

interface Config {
  signal?: AbortSignal;
  configurable?: { checkpoint_ns?: unknown; thread_id?: unknown };
}

/** `new ToolNode(govern(assize, tools, { interrupt }))` */
export function govern<T extends LangChainTool>(
  assize: Assize,
  tools: readonly T[],
  { interrupt, approver, ...options }: LangGraphOptions = {},
): T[] {
  const calls = new GovernedCalls(assize, planningBy(options, byModel), () =>
    tools.map(({ name, description = '' }) => ({ name, description })),
  );
  const steps = new Steps(interrupt);
  const interrupts = interrupt !== undefined && options.waitMs === undefined;
  return tools.map((tool) => {
    const { name } = tool;
    const invoke = tool.invoke.bind(tool) as (input: unknown, config?: Config) => Promise<unknown>;
    const governed = async (input: unknown, config: Config = {}) => {
      const { id, args } = callIn(input);
      const execute = (judged: unknown) => invoke(withArguments(input, judged), config);
      const step = interrupts ? stepOf(config) : undefined;
      const named = { name, args, sessionId: threadOf(config), signal: config.signal };
      if (step === undefined || id === undefined) {
        return calls.run({ id, ...named }, execute, SHOWN);
      }
      // A resumed graph runs the step again from its start, so the same call asks again and gets the same
      // answer.
      const key = `${step}/${id}`;
      const call = { id: key, ...named };
      const asking = calls.ask({ ...call, idempotencyKey: key });
      const answers = await steps.pass(
        step,
        asking.then((judgement) => wantedBy(name, judgement)),
      );
      const { approvalId = '' } = await asking;
      const answer = answerIn(answers.get(approvalId));
      if (answer !== undefined && approver !== undefined) await decide(approver, approvalId, answer, name);
      else if (answer?.type === 'edit') return runEdited(calls, call, answer, execute, SHOWN);
      return calls.run(call, execute, SHOWN);
    };
    // `call` is the older name of `invoke`.
    return withMethod(tool, { invoke: governed, call: governed });
  });
}

/** The same when the step is resumed, even in another process, and different for each step of each thread. */
function stepOf({ configurable }: Config): string | undefined {
  const namespace = configurable?.checkpoint_ns;
  return typeof namespace === 'string' && namespace !== '' ? namespace.split('|').at(-1) : undefined;
}

function byModel({ model }: { model: ChatModel }): PlanBy {
  const { model: name } = model as { model?: unknown };
  return {
    ...(typeof name === 'string' && { model: name }),
    complete({ system, user }, schema) {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      return model.withStructuredOutput(schema as never, { name: 'plan' } as never).invoke(messages as never);
    },
  };
}

function threadOf({ configurable }: Config): string | undefined {
  const thread = configurable?.thread_id;
  return typeof thread === 'string' && thread !== '' ? thread : undefined;
}

/** A tool that a model called returns a message; the model sees only its content. */
const SHOWN = {
  seen: (result: unknown) => (isMessage(result) ? result.content : result),
  told(result: unknown, note: string) {
    if (!isMessage(result)) return result;
    const { content } = result;
    const noted = Array.isArray(content)
      ? [{ type: 'text', text: note }, ...content]
      : `${note}\n\n${content}`;
    return Object.assign(result, { content: noted });
  },
};

function isMessage(result: unknown): result is { content: unknown } {
  return ((result ?? {}) as { tool_call_id?: unknown }).tool_call_id !== undefined;
}

function withArguments(input: unknown, args: unknown): unknown {
  return isModelCall(input) ? { ...input, args } : args;
}

type Wanted = ApprovalWanted | undefined;
type Answers = Map<string, unknown>;

function wantedBy(tool: string, { verdict, approvalId, message }: Judgement): Wanted {
  if (verdict !== 'escalate' || approvalId === undefined) return undefined;
  return { approval_id: approvalId, tool, message };
}

/**
 * Calls that a step makes at the same time. None of them runs before each has its verdict and has passed its
 * interrupt: any call that ran before an interrupt would run again when the graph is resumed.
 */
class Steps {
  readonly #interrupt: LangGraphOptions['interrupt'];
  readonly #open = new Map<string, { wanted: Promise<Wanted>[]; passed: Promise<Answers> }>();

  constructor(interrupt: LangGraphOptions['interrupt']) {
    this.#interrupt = interrupt;
  }

  /** @returns what the graph was resumed with, by approval. @throws the error of the interrupt, for each call of the step */
  pass(step: string, call: Promise<Wanted>): Promise<Answers> {
    const open = this.#open.get(step);
    if (open !== undefined) {
      open.wanted.push(call);
      return open.passed;
    }
    const wanted = [call];
    const passed = this.#interruptEach(step, wanted);
    this.#open.set(step, { wanted, passed });
    return passed;
  }

  async #interruptEach(step: string, wanted: readonly Promise<Wanted>[]): Promise<Answers> {
    let settled: PromiseSettledResult<Wanted>[];
    do settled = await Promise.allSettled(wanted);
    while (settled.length < wanted.length);
    this.#open.delete(step);
    // LangGraph tells the interrupts of a step apart by their order.
    const answers: Answers = new Map();
    for (const one of settled) {
      if (one.status !== 'fulfilled' || one.value === undefined) continue;
      answers.set(one.value.approval_id, this.#interrupt?.(one.value));
    }
    return answers;
  }
}

/** A model's call of a tool, or only its arguments. */
function callIn(input: unknown): { id: string | undefined; args: unknown } {
  if (!isModelCall(input)) return { id: undefined, args: input };
  const { id, args } = input;
  return { id: typeof id === 'string' ? id : undefined, args };
}

function isModelCall(input: unknown): input is { id?: unknown; args?: unknown } {
  return ((input ?? {}) as { type?: unknown }).type === 'tool_call';
}

/** For `assize.tools.import(toolDefinitions(tools, toJsonSchema))`. @param toJsonSchema that of `@langchain/core/utils/json_schema` */
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
