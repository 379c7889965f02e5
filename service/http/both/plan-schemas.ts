/** The shapes of a plan in answers. */
import { PLANNER_APIS } from '../../planner/index.ts';
import { EffectName, TargetKindName } from '../answers/enums.ts';
import * as is from '../schemas/fields.ts';
import { object, record } from '../schemas/objects.ts';

export const ShownPlanStep = record('PlanStep', {
  tool: is.text('A name or a pattern'),
  effects: is.list(EffectName),
  parties: is.list(object({ kind: TargetKindName, value: is.text() })),
  amount: is.optional(is.number('The most that the task allows')),
  currency: is.optional(is.text()),
  count: is.optional(is.integer('How often it may happen')),
});

export const DroppedFromPlan = record('DroppedFromPlan', {
  step: is.integer('The place of the step in the list that was sent, from 0'),
  field: is.text(),
  value: is.text('Shortened'),
  reason: is.text(),
});

/** The model's answer and its costs. */
export const PlannerOfPlan = record('PlannerOfPlan', {
  api: is.oneOf(PLANNER_APIS),
  model: is.text(),
  prompt_hash: is.text('SHA-256 of everything that the model was asked'),
  answer: is.text('As the model wrote it'),
  duration_ms: is.integer(),
  input_tokens: is.orNull(is.integer(), 'null if the server does not say'),
  output_tokens: is.orNull(is.integer(), 'null if the server does not say'),
});
