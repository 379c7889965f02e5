/**
 * How the adapters govern the tools of a framework. A call may be judged before it runs; the judgement is used once,
 * for the same call with the same arguments. Any other call is judged when it runs.
 */
import type { Assize } from './assize.ts';
import { AssizeError } from './failures.ts';
import type { PermitOptions, RunOptions } from './guard/guard.ts';
import { ActionBlocked, ApprovalCorrected, ApprovalRequired } from './guard/refused.ts';
import type { CallDefaults, Judgement, ToolCall } from './judgement.ts';
import { PlannedMandates, type TaskOptions } from './planning/planned-mandates.ts';
import { newId } from './platform.ts';
import type { ToolDefinition } from './resources/tool-definition.ts';

export { type PlanBy, planningBy } from './planning/planned-mandates.ts';

/** @typeParam Own the framework's own form of a plan */
export interface GovernOptions<Own = never> extends CallDefaults, TaskOptions<Own> {
  /** The name under which the catalogue knows these tools. */
  server?: string;
  /** How long a call waits for a human, in milliseconds. Without it, the framework asks, or the model is told. */
  waitMs?: number;
  /** More facts for the laws about a call: its risk, its cost… */
  context?: (name: string, args: unknown) => Record<string, unknown>;
}

/** One call of a tool, as a framework knows it. */
export interface FrameworkCall {
  /** The framework's own id of the call; calls without one are identified by their content. */
  id?: string | undefined;
  /** Set where the framework names one for each call; it replaces the option. */
  server?: string | undefined;
  name: string;
  args: unknown;
  /** The framework's own thread or session; that of the options comes before it. */
  sessionId?: string | undefined;
  approvalId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** For a framework that may ask about one call again: then it gets the same answer. */
  idempotencyKey?: string | undefined;
}

interface AskedCall {
  judgement: Judgement;
  said: string;
}

/** A framework may forget a call that it asked about. */
const MAX_REMEMBERED = 10_000;

export class GovernedCalls {
  readonly #assize: Assize;
  readonly #options: GovernOptions;
  readonly #mandates: PlannedMandates;
  readonly #asked = new Remembered<AskedCall>();
  /** Approvals that the model was told to wait for: it makes the same call again, under another id. */
  readonly #waiting = new Remembered<string>();

  /** @param tools all that the agent has, for a plan. Default: those of the catalogue */
  constructor(assize: Assize, options: GovernOptions, tools?: () => readonly ToolDefinition[]) {
    this.#assize = assize;
    this.#mandates = new PlannedMandates(assize, options, tools);
    this.#options = { ownSessionId: newId(), ...options };
  }

  /** @throws {AssizeError} without a verdict */
  async ask(call: FrameworkCall): Promise<Judgement> {
    const { idempotencyKey } = call;
    const said = saidBy(call);
    // The same key asks the same question again, without any outcome.
    const approvalId =
      call.approvalId ?? (idempotencyKey === undefined ? this.#waiting.take(said) : undefined);
    try {
      const judgement = await this.#assize.resume(await this.#callOf({ ...call, approvalId }), {
        ...signalOf(call),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        takesCorrection: true,
      });
      if (judgement.approvalId !== undefined) this.#waiting.set(said, judgement.approvalId);
      this.#asked.set(keyOf(call), { judgement, said });
      return judgement;
    } catch (error) {
      if (approvalId !== undefined) this.#waiting.set(said, approvalId);
      throw error;
    }
  }

  /** @returns why the call with this id was blocked, if it was blocked when the framework asked. */
  blockOf(id: string): string | undefined {
    const judgement = this.#asked.get(id)?.judgement;
    return judgement?.verdict === 'block' ? judgement.message : undefined;
  }

  /**
   * @param execute gets the arguments to run with
   * @throws {ActionRefused} with words for the model; {AssizeError} without a verdict; else any error of `execute`
   */
  run<Result>(
    call: FrameworkCall,
    execute: (args: unknown) => Result | Promise<Result>,
    how: Pick<RunOptions<Result>, 'seen' | 'told'> = {},
  ): Promise<Result> {
    return this.#remembering(call, (toolCall, options) =>
      this.#assize.run(toolCall, execute, { ...options, ...how }),
    );
  }

  /**
   * For a call that runs elsewhere.
   * @throws {ActionRefused} with words for the model; {AssizeError} without a verdict
   */
  permit(call: FrameworkCall, takesCorrection: boolean): Promise<Judgement> {
    return this.#remembering(call, (toolCall, options) =>
      this.#assize.permit(toolCall, { ...options, takesCorrection }),
    );
  }

  async #remembering<Result>(
    call: FrameworkCall,
    act: (call: ToolCall, options: PermitOptions) => Promise<Result>,
  ): Promise<Result> {
    const asked = this.#asked.take(keyOf(call));
    const same = asked?.said === saidBy(call) ? asked.judgement : undefined;
    const waiting = this.#waiting.take(saidBy(call));
    const approvalId = call.approvalId ?? same?.approvalId ?? waiting;
    try {
      return await act(await this.#callOf({ ...call, approvalId }), {
        ...signalOf(call),
        waitMs: this.#options.waitMs,
        judgement: same?.verdict === 'escalate' ? undefined : same,
      });
    } catch (error) {
      if (error instanceof ApprovalCorrected) {
        this.#waiting.set(saidBy({ ...call, args: error.arguments }), error.approvalId);
      }
      const stillWaits = error instanceof ApprovalRequired ? error.approvalId : approvalId;
      const isDecided = error instanceof ActionBlocked || !(error instanceof AssizeError);
      if (stillWaits !== undefined && !isDecided) this.#waiting.set(saidBy(call), stillWaits);
      throw error;
    }
  }

  async #callOf({ server, name, args, approvalId, sessionId }: FrameworkCall): Promise<ToolCall> {
    const { waitMs: _, task: __, plan: ___, onPlanFailed: ____, context, ...of } = this.#options;
    const session = of.sessionId ?? sessionId;
    return {
      ...of,
      ...(server !== undefined && { server }),
      sessionId: session,
      mandateId: await this.#mandates.idFor(session),
      name,
      arguments: args,
      approvalId,
      context: context?.(name, args),
    };
  }
}

/**
 * Replaces a method of a tool and leaves it the framework's own object otherwise: frameworks check its class and
 * fields that no copy has.
 */
export function withMethod<T extends object>(tool: T, methods: Record<string, unknown>): T {
  return Object.assign(Object.create(tool), methods);
}

/** A result with what a human changed in the call, for a model that reads texts as they are and the rest as JSON. */
export function withNote(result: unknown, note: string): unknown {
  if (result === undefined || result === null) return note;
  if (typeof result === 'string') return `${note}\n\n${result}`;
  const prototype: unknown = Object.getPrototypeOf(result);
  return prototype === Object.prototype || prototype === null
    ? { ...result, human_changed: note }
    : { result, human_changed: note };
}

/** Forgets the oldest entry. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MAX_REMEMBERED && oldest !== undefined) this.#values.delete(oldest);
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  take(key: string): Value | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }
}

function keyOf(call: FrameworkCall): string {
  return call.id ?? saidBy(call);
}

function saidBy({ server, name, args }: FrameworkCall): string {
  return JSON.stringify([server, name, args]);
}

function signalOf({ signal }: FrameworkCall): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
