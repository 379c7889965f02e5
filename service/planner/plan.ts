/**
 * Plans a task by the chain's model. The model sees the task and the accepted tools, never a result, and its answer is
 * only a proposal: what the catalogue and the task do not have is dropped.
 */
import { PLAN_PROMPT, type PlannableTool, planIn, planRequest } from '@assize/client/planning';
import { type JsonValue, sha256Text } from '@assize/evidence-format';
import { Failure } from '../foundation/failure.ts';
import {
  type CheckedPlan,
  checkedPlan,
  type Planned,
  type Planner,
  type PlannerRecord,
} from '../mandates/plan/index.ts';
import { environmentOf } from '../tenants/index.ts';
import { type ToolCatalogues, toolsRevision } from '../tools/index.ts';
import type { Sender } from '../webhooks/sending/index.ts';
import { type AskDeps, askModel, NoPlan, type Queue } from './asking/index.ts';
import { plannableTools } from './listed-tools.ts';
import { findPlanner, type PlannerDeps, type PlannerRow, plannerRow } from './setting.ts';

export interface PlanDeps extends PlannerDeps {
  catalogues: ToolCatalogues;
  queue: Queue;
  /** Opened with the first plan. */
  sender(): Promise<Sender>;
  stop: AbortSignal;
}

/** The model that made a plan, and its costs. */
export interface PlannerCosts extends PlannerRecord {
  api: PlannerRow['api'];
  model: string;
  prompt_hash: string;
  answer: string;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
}

export interface PlannedByModel extends Planned {
  planner: PlannerCosts;
}

export interface ModelPlanner extends Planner {
  /** @throws {Failure} `conflict` where no planner is set or no tool accepted; `rate_limited`; `unavailable`. */
  plan(chain: number, asked: { task: string; agentId?: string | undefined }): Promise<PlannedByModel>;
  /** Plans a fixed task with two fixed tools, so that nothing of the tenant is sent. @throws {Failure} `not_found`. */
  test(chain: number): Promise<TestedPlanner>;
}

export interface TestedPlanner {
  works: boolean;
  /** A sentence; null where it works. */
  fault: string | null;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
}

const RETRY_AFTER_SECONDS = 10;

const TEST_TASK = 'Read the minutes of Monday and send them to ann@example.com.';
const TEST_TOOLS: PlannableTool[] = [
  { tool: 'files.read', effects: ['read'], description: 'Reads a file.' },
  { tool: 'mail.send', effects: ['send'], description: 'Sends a mail.' },
];

export function modelPlanner(deps: PlanDeps): ModelPlanner {
  return {
    async plan(chain, { task }) {
      const row = await plannerRow(deps.db, chain);
      if (row === undefined) {
        throw Failure.conflict('planner_not_set', 'No planner is set: an owner can set one in the settings.');
      }
      const tools = await plannableTools(deps.db, chain, task);
      if (tools.length === 0) {
        throw Failure.conflict('no_tool_accepted', 'A plan needs tools, and none is accepted yet.');
      }
      const { steps, planner } = await proposed(deps, row, task, tools).catch(asFailure);
      const catalogue = await deps.catalogues.at(chain, await toolsRevision(deps.db, chain));
      const checked: CheckedPlan = checkedPlan(catalogue, task, { by: 'model', steps });
      return { ...checked, planner };
    },
    async test(chain) {
      const row = await findPlanner(deps.db, chain);
      const began = deps.clock.monotonic();
      try {
        const { planner } = await proposed(deps, row, TEST_TASK, TEST_TOOLS);
        const { duration_ms, input_tokens, output_tokens } = planner;
        return { works: true, fault: null, duration_ms, input_tokens, output_tokens };
      } catch (error) {
        if (!(error instanceof NoPlan)) throw error;
        const duration_ms = Math.round(deps.clock.monotonic() - began);
        return { works: false, fault: error.message, duration_ms, input_tokens: null, output_tokens: null };
      }
    },
  };
}

interface Proposed {
  steps: JsonValue;
  planner: PlannerCosts;
}

/** @throws {NoPlan} @throws {Failure} `rate_limited`; `unavailable`. */
function proposed(
  deps: PlanDeps,
  row: PlannerRow,
  task: string,
  tools: readonly PlannableTool[],
): Promise<Proposed> {
  const { clock } = deps;
  const began = clock.monotonic();
  const message = planRequest(task, tools);
  return deps.queue.run(row.chain, row.timeout_ms, async () => {
    const environment = await environmentOf(deps.db, row.chain);
    const asking: AskDeps = { ...deps, sender: await deps.sender() };
    const deadline = began + row.timeout_ms;
    const { text, inputTokens, outputTokens } = await askModel(asking, {
      row,
      environment,
      message,
      deadline,
    });
    const plan = planIn(text);
    if (plan === undefined) throw new NoPlan('Its answer is not a plan.');
    const planner = {
      api: row.api,
      model: row.model,
      prompt_hash: sha256Text(`${PLAN_PROMPT}\n\n${message}`),
      answer: text,
      duration_ms: Math.round(clock.monotonic() - began),
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    };
    return { steps: plan.steps as unknown as JsonValue, planner };
  });
}

function asFailure(error: unknown): never {
  if (!(error instanceof NoPlan)) throw error;
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  throw new Failure('unavailable', `The planner's model gave no plan. ${error.message}`, { details });
}
