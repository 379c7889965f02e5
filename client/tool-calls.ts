/**
 * How the adapters govern the tools of a framework: a call may be asked about before it runs, and what was found out is
 * used once, for the same call with the same arguments. Anything else is judged when it runs.
 */
import type { Assize } from './assize.ts';
import { ApprovalRequired } from './guard.ts';
import type { CallDefaults, Judgement, ToolCall } from './judgement.ts';

export interface GovernOptions extends CallDefaults {
  /** The name under which the catalogue knows these tools. */
  server?: string;
  /** For how long a call waits for a human, in milliseconds. Without it, the framework asks, or the model is told. */
  waitMs?: number;
  /** More that the laws read of a call: its risk, its cost… */
  context?: (name: string, args: unknown) => Record<string, unknown>;
}

/** A tool as the catalogue imports it. */
export interface ToolDefinition {
  name: string;
  description?: string;
  /** JSON Schema. */
  inputSchema?: object;
}

/** One call of a tool, as a framework knows it. */
export interface FrameworkCall {
  /** The framework's own id of the call; calls without one are told apart by what they say. */
  id?: string | undefined;
  name: string;
  args: unknown;
  approvalId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** For a framework that may ask about one call again: then it gets the same answer. */
  idempotencyKey?: string | undefined;
}

interface Asked {
  judgement: Judgement;
  said: string;
}

/** A framework may forget a call that it asked about. */
const MAX_REMEMBERED = 10_000;

export class GovernedCalls {
  readonly #assize: Assize;
  readonly #options: GovernOptions;
  readonly #asked = new Map<string, Asked>();
  /** Approvals by what the call says: a model makes the same call again, under another id. */
  readonly #waiting = new Map<string, string>();

  constructor(assize: Assize, options: GovernOptions) {
    this.#assize = assize;
    this.#options = options;
  }

  /** @throws {AssizeError} without a verdict */
  async ask(call: FrameworkCall): Promise<Judgement> {
    const { idempotencyKey } = call;
    const judgement = await this.#assize.judge(this.#callOf(call), {
      ...signalOf(call),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    remember(this.#asked, keyOf(call), { judgement, said: saidBy(call) });
    return judgement;
  }

  /** @throws {ActionRefused} with words for the model; {AssizeError} without a verdict; else what `execute` throws */
  async run<Result>(call: FrameworkCall, execute: () => Result | Promise<Result>): Promise<Result> {
    const asked = this.#asked.get(keyOf(call));
    this.#asked.delete(keyOf(call));
    const said = saidBy(call);
    const isSame = asked?.said === said;
    const settled = isSame && asked?.judgement.verdict !== 'escalate' ? asked?.judgement : undefined;
    const approvalId =
      call.approvalId ?? (isSame ? asked?.judgement.approvalId : undefined) ?? this.#waiting.get(said);
    this.#waiting.delete(said);
    const options = { ...signalOf(call), waitMs: this.#options.waitMs, judgement: settled };
    try {
      return await this.#assize.run(this.#callOf({ ...call, approvalId }), execute, options);
    } catch (error) {
      if (error instanceof ApprovalRequired) remember(this.#waiting, said, error.approvalId);
      throw error;
    }
  }

  #callOf({ name, args, approvalId }: FrameworkCall): ToolCall {
    const { waitMs: _, context, ...of } = this.#options;
    return { ...of, name, arguments: args, approvalId, context: context?.(name, args) };
  }
}

/**
 * A tool whose method is replaced, and which is otherwise the framework's own object: frameworks look at its class and
 * at fields that no copy has.
 */
export function withMethod<T extends object>(tool: T, methods: Record<string, unknown>): T {
  return Object.assign(Object.create(tool), methods);
}

function keyOf(call: FrameworkCall): string {
  return call.id ?? saidBy(call);
}

function saidBy({ name, args }: FrameworkCall): string {
  return JSON.stringify([name, args]);
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
}

function signalOf({ signal }: FrameworkCall): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
