/** The mandates of governed tools: one for each task, opened before the first call of it is judged. */
import type { Assize } from '../assize.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import { agentOf, type Complete, planWith } from './plan-with.ts';

/** Any model. A framework's own has a shorter form. */
export interface PlanBy {
  complete: Complete;
  /** Its name, for the evidence. */
  model?: string | undefined;
}

/** @typeParam Own the framework's own form */
export interface TaskOptions<Own = never> {
  /**
   * The task in the words of the person who gave it, which opens a mandate. A function gets the thread or session of
   * the framework, and is asked before each call.
   */
  task?: string | ((sessionId: string | undefined) => string | undefined | Promise<string | undefined>);
  /** Plans the task before anything is read: `true` by the service's planner. Without it, only its words count. */
  plan?: true | PlanBy | Own;
  /** Where there is no plan: a mandate by the words of the task, or each call fails. Default: `words`. */
  onPlanFailed?: 'words' | 'throw';
}

/** @returns the options, with the framework's own form of a plan as the common one */
export function planningBy<Own extends object, Options extends TaskOptions<Own>>(
  { plan, ...options }: Options,
  by: (own: Own) => PlanBy,
): Omit<Options, 'plan'> & { plan?: true | PlanBy } {
  if (plan === undefined || plan === true) return plan === undefined ? options : { ...options, plan };
  return { ...options, plan: 'complete' in plan ? plan : by(plan) };
}

interface Opening extends TaskOptions {
  agentId?: string | undefined;
  mandateId?: string | undefined;
  server?: string;
}

const MAX_OPENED = 1_000;

export class PlannedMandates {
  readonly #assize: Assize;
  readonly #options: Opening;
  readonly #tools: (() => readonly ToolDefinition[]) | undefined;
  readonly #opened = new Map<string, Promise<string>>();

  /** @param tools all that the agent has. Default: those of the catalogue */
  constructor(assize: Assize, options: Opening, tools?: () => readonly ToolDefinition[]) {
    this.#assize = assize;
    this.#options = options;
    this.#tools = tools;
  }

  /** @returns undefined where no task is known. @throws {AssizeError} where none could be opened; the next call tries again */
  async idFor(sessionId: string | undefined): Promise<string | undefined> {
    const { task: given, mandateId } = this.#options;
    if (given === undefined || mandateId !== undefined) return mandateId;
    const task = typeof given === 'string' ? given : await given(sessionId);
    if (task === undefined) return undefined;
    const key = JSON.stringify([typeof given === 'string' ? undefined : sessionId, task]);
    const opening = this.#opened.get(key) ?? this.#open(task);
    this.#opened.set(key, opening);
    const [oldest = key] = this.#opened.keys();
    if (this.#opened.size > MAX_OPENED) this.#opened.delete(oldest);
    return opening.catch((error: unknown) => {
      this.#opened.delete(key);
      throw error;
    });
  }

  async #open(task: string): Promise<string> {
    const { agentId, server, plan, onPlanFailed } = this.#options;
    if (plan === undefined) {
      const mandate = { agent_id: agentOf(this.#assize, { agentId }), task };
      return (await this.#assize.mandates.open(mandate)).mandate_id;
    }
    const how = { ...(plan === true ? {} : plan), agentId, server, onPlanFailed, tools: this.#tools?.() };
    return (await planWith(this.#assize, { ...how, task })).mandate_id;
  }
}
