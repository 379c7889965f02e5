/**
 * A plan: the tools that a task needs, each with its effects, parties, amount and count. It is made from the task and
 * the catalogue before anything that strangers wrote is read.
 */
import type { Effect, Target } from '@assize/act-reading/targets';
import type { JsonObject, JsonValue } from '@assize/evidence-format';

/** The origin of a mandate's terms: a person or an orchestrator, a model, or the words of the task. */
export const TERMS_SOURCES = ['stated', 'planned', 'words'] as const;
export type TermsSource = (typeof TERMS_SOURCES)[number];

export const MAX_STEPS = 64;
export const MAX_PARTIES = 32;
/** The longest answer of a model that evidence keeps. */
export const MAX_ANSWER_CHARACTERS = 20_000;
export const MAX_COUNT = 10_000;
export const MAX_AMOUNT = 1_000_000_000_000;

interface Step {
  /** A name or a pattern. */
  tool: string;
  effects: Effect[];
  amount?: number;
  /** By its ISO 4217 code. */
  currency?: string;
  count?: number;
}

/** A step as the terms of a mandate keep it. */
export interface PlanStep extends Step {
  /** The hashes of the names of its parties, in hex. */
  targets: string[];
}

/** A step in the clear, as evidence states it and the API shows it. */
export interface CheckedStep extends Step {
  parties: Target[];
}

/** A part of a plan that does not count. */
export interface Dropped {
  /** The step's place in the list that was sent, from 0. */
  step: number;
  field: string;
  /** Shortened. */
  value: string;
  /** A clause. */
  reason: string;
}

export interface CheckedPlan {
  steps: CheckedStep[];
  dropped: Dropped[];
}

/** A plan as it was sent. */
export interface WantedPlan {
  /** A model's plan is checked against the catalogue and the task; a person's only for its form. */
  by: 'model' | 'person';
  /** Should be a list of steps, but a model may answer anything. */
  steps: JsonValue;
}

/** The model that made a plan, as evidence keeps it. */
export interface PlannerRecord {
  model: string | null;
  prompt_hash: string | null;
  answer: string | null;
}

/** A plan by the service's own planner. */
export interface Planned extends CheckedPlan {
  planner: PlannerRecord;
}

/** Makes a plan from a task and the catalogue alone. */
export interface Planner {
  /** @throws {Failure} `unavailable` where the model can't be reached, or gives no plan. */
  plan(chain: number, asked: { task: string; agentId: string | undefined }): Promise<Planned>;
}

export function stepFields({ tool, effects, parties, amount, currency, count }: CheckedStep): JsonObject {
  return {
    tool,
    effects,
    parties: parties.map(({ kind, value }) => ({ kind, value })),
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(count !== undefined && { count }),
  };
}
