/**
 * How the adapters govern the tools of a framework: a call may be asked about before it runs, and what was found out is
 * used once, for the same call with the same arguments. Anything else is judged when it runs.
 */
import type { Assize } from './assize.ts';
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

  constructor(assize: Assize, options: GovernOptions) {
    this.#assize = assize;
    this.#options = options;
  }

  /** @throws {AssizeError} without a verdict */
  async ask(call: FrameworkCall): Promise<Judgement> {
    const judgement = await this.#assize.judge(this.#callOf(call), signalOf(call));
    this.#asked.set(keyOf(call), { judgement, said: JSON.stringify(call.args) });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_REMEMBERED && oldest !== undefined) this.#asked.delete(oldest);
    return judgement;
  }

  /** @throws {ActionRefused} with words for the model; {AssizeError} without a verdict; else what `execute` throws */
  run<Result>(call: FrameworkCall, execute: () => Result | Promise<Result>): Promise<Result> {
    const asked = this.#asked.get(keyOf(call));
    this.#asked.delete(keyOf(call));
    const isSame = asked?.said === JSON.stringify(call.args);
    const permitted = isSame && asked?.judgement.verdict === 'proceed' ? asked.judgement : undefined;
    const approvalId = call.approvalId ?? (isSame ? asked?.judgement.approvalId : undefined);
    return this.#assize.run(this.#callOf({ ...call, approvalId }), execute, {
      ...signalOf(call),
      waitMs: this.#options.waitMs,
      judgement: permitted,
    });
  }

  #callOf({ name, args, approvalId }: FrameworkCall): ToolCall {
    const { waitMs: _, context, ...of } = this.#options;
    return { ...of, name, arguments: args, approvalId, context: context?.(name, args) };
  }
}

function keyOf({ id, name, args }: FrameworkCall): string {
  return id ?? JSON.stringify([name, args]);
}

function signalOf({ signal }: FrameworkCall): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
