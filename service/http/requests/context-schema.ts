/** The request of an evaluation as both surfaces validate it; each adds only its own parts. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { Static } from 'typebox';
import Type from 'typebox';
import { ACTOR_TYPES, type EvaluationRequest } from '../../evaluation/question/index.ts';
import { named } from '../answers/named.ts';

/** PostgreSQL can't hold U+0000 in text, and nothing that names an agent or an action needs it. */
export const NO_NUL = '^[^\\u0000]*$';

export const label = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: NO_NUL, description });
const usd = (description: string) => Type.Number({ minimum: 0, description });

const RiskLevel = Type.Enum([...RISK_LEVELS]);

const Alternative = Type.Object(
  {
    action: label('An action that could be taken instead'),
    risk_level: Type.Optional(RiskLevel),
    is_irreversible: Type.Optional(Type.Boolean()),
    estimated_cost_usd: Type.Optional(usd('USD')),
  },
  { additionalProperties: true },
);

export const EvaluationContext = named(
  'EvaluationContext',
  Type.Object(
    {
      risk_level: Type.Optional(Type.Enum([...RISK_LEVELS], { description: 'Default: low' })),
      is_irreversible: Type.Optional(
        Type.Boolean({ description: 'The action cannot be undone. Default: false' }),
      ),
      has_approval: Type.Optional(
        Type.Boolean({ description: 'A human approved this action. Default: false' }),
      ),
      approval_id: Type.Optional(
        label(
          'The approval of this very request; together with has_approval it answers the warnings that the human was asked about',
        ),
      ),
      estimated_cost_usd: Type.Optional(usd('How much the action will cost, in USD')),
      budget_remaining_usd: Type.Optional(usd('How much may still be spent, in USD')),
      confidence_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      trust_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      actor_type: Type.Optional(Type.Enum([...ACTOR_TYPES], { description: 'Default: ai_agent' })),
      artifact_type: Type.Optional(
        Type.String({ maxLength: 256, description: 'The type of evidence that the action should leave' }),
      ),
      alternatives: Type.Optional(Type.Array(Alternative, { maxItems: 32 })),
      mandate_id: Type.Optional(
        label('The mandate of the task; one that does not hold for this agent fails'),
      ),
      arguments: Type.Optional(
        Type.Unknown({
          description:
            "The tool's arguments as they are sent to it. Without them the other keys of context are read as such",
        }),
      ),
    },
    {
      additionalProperties: true,
      description: 'Unknown keys are kept, and reach your policies and the evidence',
    },
  ),
);

const common = {
  action: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: NO_NUL,
    description: 'What the agent wants to do, such as email.send',
    examples: ['email.send'],
  }),
  agent_id: Type.Optional(label('The agent that acts')),
  user_id: Type.Optional(label('The person on whose behalf it acts')),
  tenant_id: Type.Optional(label("The caller's own label; recorded, never used to select data")),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The same key and body within 24 hours get the first answer again; a proceed is judged again if its agent has been halted since',
    }),
  ),
};

/** What the API reference offers to try: without it, it makes up noise. */
const EXAMPLE = {
  action: 'email.send',
  context: { risk_level: 'low', confidence_score: 0.9 },
  agent_id: 'agent-7',
};

export const EvaluateBodyA = named(
  'EvaluationRequest',
  Type.Object(
    {
      ...common,
      description: Type.Optional(
        Type.String({ maxLength: 4096, description: 'What the action is for, in words' }),
      ),
      context: Type.Optional(EvaluationContext),
    },
    { additionalProperties: false, examples: [EXAMPLE] },
  ),
);

export const EvaluateBodyB = named(
  'EvaluationRequestB',
  Type.Object(
    { ...common, context: EvaluationContext },
    { additionalProperties: false, examples: [EXAMPLE] },
  ),
);

export type EvaluateBody = Static<typeof EvaluateBodyA>;

export const BatchBody = named(
  'EvaluationBatch',
  Type.Object(
    {
      evaluations: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: 100,
        description: 'Each item is the body of a single evaluation',
      }),
    },
    { additionalProperties: false, examples: [{ evaluations: [EXAMPLE] }] },
  ),
);

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'You can send this instead of idempotency_key in the body',
    }),
  ),
});

export function toRequest({ idempotency_key: _, context, ...body }: EvaluateBody): EvaluationRequest {
  return { ...body, context: (context ?? {}) as EvaluationRequest['context'] };
}

export const NoFields = Type.Object(
  {},
  { additionalProperties: false, description: 'An optional body', examples: [{}] },
);
