/**
 * Opens a mandate by a plan that was made before the agent reads anything. The service checks the plan against the
 * task and the catalogue. Where there is none, the words of the task give the terms, so the agent always has a mandate.
 */
import type { Mandate } from '../api.ts';
import type { Assize } from '../assize.ts';
import { AssizeError, ConfigurationError, TimeoutError } from '../failures.ts';
import { actionOf } from '../judgement.ts';
import { pause } from '../platform.ts';
import type { NewPlan } from '../resources/governing.ts';
import type { ToolDefinition } from '../resources/tool-definition.ts';
import { planIn } from './answer.ts';
import { PLAN_PROMPT, PLAN_SCHEMA, type PlannableTool, planRequest } from './prompt.ts';

export interface PlanPrompt {
  /** The instructions of the model. */
  system: string;
  /** The task and the tools. */
  user: string;
}

/** Asks a model. @returns its answer, as text or as an object of the schema */
export type Complete = (prompt: PlanPrompt, schema: object) => unknown;

export interface PlanOptions {
  /** In the words of the person who gave it. */
  task: string;
  /** Default: the client's own. */
  agentId?: string | undefined;
  /** Default: the accepted tools of the catalogue, which needs evidence:read. */
  tools?: readonly ToolDefinition[] | undefined;
  /** The name under which the catalogue knows these tools. */
  server?: string | undefined;
  /** Default: the service's own planner. */
  complete?: Complete | undefined;
  /** The name of the model, for the evidence. */
  model?: string | undefined;
  /** Where there is no plan: a mandate by the words of the task, or an error. Default: `words`. */
  onPlanFailed?: 'words' | 'throw' | undefined;
  /** How long the model may take. Default: 60,000. */
  timeoutMs?: number | undefined;
}

const MAX_ANSWER_CHARACTERS = 32_000;

/** Needs evidence:write. @throws {AssizeError} where no mandate could be opened */
export async function planWith(assize: Assize, options: PlanOptions): Promise<Mandate> {
  const { task, complete, onPlanFailed } = options;
  const agent_id = agentOf(assize, options);
  const mandate = { agent_id, task };
  try {
    const plan = complete === undefined ? (true as const) : await planned(assize, options, complete);
    return await assize.mandates.open({ ...mandate, plan });
  } catch (error) {
    if (onPlanFailed === 'throw') throw error;
    assize.telemetry.onPlanFailed?.({ agentId: agent_id, error });
    return assize.mandates.open(mandate);
  }
}

/** @throws {ConfigurationError} */
export function agentOf(assize: Assize, { agentId = assize.agentId }: Pick<PlanOptions, 'agentId'>): string {
  if (agentId === undefined) throw new ConfigurationError('Name the agent of the mandate: set the agentId.');
  return agentId;
}

async function planned(assize: Assize, options: PlanOptions, complete: Complete): Promise<NewPlan> {
  const { task, tools, server, model, timeoutMs = 60_000 } = options;
  const listed =
    tools === undefined
      ? await accepted(assize)
      : tools.map(({ name, description }) => ({
          tool: actionOf({ server, name }),
          ...(description !== undefined && { description }),
        }));
  const prompt = { system: PLAN_PROMPT, user: planRequest(task, listed) };
  const answer = await inTime(timeoutMs, complete(prompt, PLAN_SCHEMA));
  const plan = planIn(answer);
  if (plan === undefined) throw new AssizeError("The model's answer is not a plan.");
  return {
    by: 'model',
    steps: plan.steps,
    ...(model !== undefined && { model }),
    prompt_hash: await hashOf(`${prompt.system}\n\n${prompt.user}`),
    answer: textOf(answer),
  };
}

async function accepted(assize: Assize): Promise<PlannableTool[]> {
  const listed: PlannableTool[] = [];
  for await (const { entry } of assize.tools.all({ status: 'accepted' })) {
    const { server, tool: name, effect, description } = entry;
    listed.push({
      tool: actionOf({ server, name }),
      ...(effect !== undefined && { effects: [effect].flat() }),
      ...(description !== undefined && { description }),
    });
  }
  return listed;
}

/** @throws {TimeoutError} */
async function inTime<T>(timeoutMs: number, work: T): Promise<Awaited<T>> {
  const ended = new AbortController();
  const late = pause(timeoutMs, ended.signal).then(() => {
    throw new TimeoutError(`No plan within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Evidence can hold neither NUL nor half a character. */
function textOf(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return text
    .slice(0, MAX_ANSWER_CHARACTERS)
    .replaceAll('\u0000', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
