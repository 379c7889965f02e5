/** The request of an evaluation as both surfaces validate it; each adds only its own parts. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { Static } from 'typebox';
import { ACTOR_TYPES, type EvaluationRequest } from '../../evaluation/question/index.ts';
import * as is from '../schemas/fields.ts';
import { named, namedBody, object } from '../schemas/objects.ts';

const usd = (description: string) => is.number(description, { minimum: 0 });

const RiskLevel = is.oneOf(RISK_LEVELS);

const Alternative = object(
  {
    action: is.label('An action that could be taken instead'),
    risk_level: is.optional(RiskLevel),
    is_irreversible: is.optional(is.flag()),
    estimated_cost_usd: is.optional(usd('USD')),
  },
  { additionalProperties: true },
);

export const EvaluationContext = named(
  'EvaluationContext',
  object(
    {
      risk_level: is.optional(is.oneOf(RISK_LEVELS, 'Default: low')),
      is_irreversible: is.optional(is.flag('The action cannot be undone. Default: false')),
      has_approval: is.optional(is.flag('A human approved this action. Default: false')),
      approval_id: is.optional(
        is.label(
          'The approval of exactly this request; together with has_approval it answers the warnings that the human was asked about',
        ),
      ),
      estimated_cost_usd: is.optional(usd('How much the action will cost, in USD')),
      budget_remaining_usd: is.optional(usd('How much may still be spent, in USD')),
      confidence_score: is.optional(is.number({ minimum: 0, maximum: 1 })),
      min_confidence: is.optional(is.number({ minimum: 0, maximum: 1 })),
      trust_score: is.optional(is.number({ minimum: 0, maximum: 100 })),
      actor_type: is.optional(is.oneOf(ACTOR_TYPES, 'Default: ai_agent')),
      artifact_type: is.optional(
        is.text('The type of evidence that the action should leave', { maxLength: 256 }),
      ),
      alternatives: is.optional(is.list(Alternative, { maxItems: 32 })),
      mandate_id: is.optional(
        is.label('The mandate of the task; one that is not valid for this agent fails'),
      ),
      arguments: is.optional(
        is.unknown(
          "The tool's arguments as they are sent to it. Without them the other keys of context are read as arguments",
        ),
      ),
    },
    {
      additionalProperties: true,
      description: 'Unknown keys are kept, and reach your policies and the evidence',
    },
  ),
);

const common = {
  action: is.text({
    minLength: 1,
    maxLength: 256,
    pattern: is.NO_NUL,
    description: 'What the agent wants to do, such as email.send',
    examples: ['email.send'],
  }),
  agent_id: is.optional(is.label('The agent that acts')),
  user_id: is.optional(is.label('The person on whose behalf it acts')),
  tenant_id: is.optional(is.label("The caller's own label; recorded, never used to select data")),
  idempotency_key: is.optional(
    is.text(
      'The same key and body within 24 hours get the first answer again; a proceed is judged again if its agent has been halted since',
      { minLength: 1, maxLength: 255 },
    ),
  ),
};

/** An example to try in the API reference, which would otherwise invent one. */
const EXAMPLE = {
  action: 'email.send',
  context: { risk_level: 'low', confidence_score: 0.9 },
  agent_id: 'agent-7',
};

export const EvaluateBodyA = namedBody('EvaluationRequest', [EXAMPLE], {
  ...common,
  description: is.optional(is.text('The purpose of the action, in words', { maxLength: 4096 })),
  context: is.optional(EvaluationContext),
});

export const EvaluateBodyB = namedBody('EvaluationRequestB', [EXAMPLE], {
  ...common,
  context: EvaluationContext,
});

export type EvaluateBody = Static<typeof EvaluateBodyA>;

export const BatchBody = namedBody('EvaluationBatch', [{ evaluations: [EXAMPLE] }], {
  evaluations: is.list(is.unknown(), 'Each item is the body of a single evaluation', {
    minItems: 1,
    maxItems: 100,
  }),
});

export const IdempotencyHeaders = object({
  'idempotency-key': is.optional(
    is.text('You can send this instead of idempotency_key in the body', { minLength: 1, maxLength: 255 }),
  ),
});

export function toRequest({ idempotency_key: _, context, ...body }: EvaluateBody): EvaluationRequest {
  return { ...body, context: (context ?? {}) as EvaluationRequest['context'] };
}

export const NoFields = object(
  {},
  { additionalProperties: false, description: 'An optional body', examples: [{}] },
);
