/** Makes the plan of a mandate that is opened: by the service's planner, or from what the caller sends. */
import type { Catalogue } from '@assize/act-reading/tools';
import type { JsonValue } from '@assize/evidence-format';
import { Failure, type Fault } from '../../foundation/failure.ts';
import type { GovernanceCache } from '../../governance/index.ts';
import type { ToolCatalogues } from '../../tools/index.ts';
import { checkedPlan } from './checked-plan.ts';
import type { CheckedPlan, CheckedStep, Dropped, Planner, PlannerRecord, WantedPlan } from './plan.ts';

export interface PlanDeps {
  catalogues: ToolCatalogues;
  governance: GovernanceCache;
  /** Absent where the service has none. */
  planner?: Planner | undefined;
}

/** A plan by the caller, and the model that made it. */
export interface SentPlan extends WantedPlan {
  model?: string;
  prompt_hash?: string;
  answer?: string;
}

export interface MadePlan extends CheckedPlan {
  source: 'stated' | 'planned';
  /** null where a person made it. */
  planner: PlannerRecord | null;
}

interface Asked {
  agent_id: string;
  task?: string;
  /** `true` asks the service's planner. */
  plan?: true | SentPlan;
}

/** @returns null where no plan is wanted. @throws {Failure} `invalid`; `unavailable`. */
export async function madePlan(
  deps: PlanDeps,
  chain: number,
  { agent_id: agentId, task, plan }: Asked,
): Promise<MadePlan | null> {
  if (plan === undefined) return null;
  const isByPerson = plan !== true && plan.by === 'person';
  if (task === undefined && !isByPerson)
    throw invalid('plan', 'A model plans from a task: state the task, or say that a person made the plan');
  if (plan === true) {
    if (deps.planner === undefined) throw invalid('plan', 'No planner is set');
    const { steps, dropped, planner } = await deps.planner.plan(chain, { task: task ?? '', agentId });
    const { model, prompt_hash, answer } = planner;
    return { steps, dropped, source: 'planned', planner: { model, prompt_hash, answer } };
  }
  const checked = checkedPlan(await catalogueInForce(deps, chain), task ?? '', plan);
  if (isByPerson) return { ...checked, steps: believed(checked), source: 'stated', planner: null };
  const { model = null, prompt_hash = null, answer = null } = plan;
  return { ...checked, source: 'planned', planner: { model, prompt_hash, answer } };
}

/** The catalogue that is in force. @throws {Failure} `unavailable`. */
async function catalogueInForce({ catalogues, governance }: PlanDeps, chain: number): Promise<Catalogue> {
  const { toolsRevision } = await governance.of(chain);
  return catalogues.at(chain, toolsRevision);
}

/** Reads the steps of a change, which count whole or not at all. @returns null where it states none. */
export async function readSteps(
  deps: PlanDeps,
  chain: number,
  { plan }: { plan?: { steps: JsonValue } },
): Promise<CheckedStep[] | null> {
  if (plan === undefined) return null;
  return believed(checkedPlan(await catalogueInForce(deps, chain), '', { by: 'person', steps: plan.steps }));
}

/** A person's plan counts whole or not at all. @throws {Failure} `invalid`. */
function believed({ steps, dropped }: CheckedPlan): CheckedStep[] {
  if (dropped.length > 0) throw Failure.invalid(dropped.map(faultOf));
  if (steps.length === 0) throw invalid('plan', 'A plan has at least one step');
  return steps;
}

function faultOf({ step, field, reason }: Dropped): Fault {
  const where = field === 'steps' || field === 'step' ? [] : [field];
  const message = `Input should be part of a plan: ${reason}`;
  return { field: ['plan', 'steps', String(step), ...where], message, type: 'value_error' };
}

function invalid(field: string, message: string): Failure {
  return Failure.invalid([{ field: [field], message, type: 'value_error' }]);
}
