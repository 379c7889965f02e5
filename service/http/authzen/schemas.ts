/** The information model of AuthZEN (OpenID Authorization API 1.0, section 5), and its requests. */
import Type, { type Static } from 'typebox';
import { named } from '../answers/named.ts';
import { EvaluationContext, label } from '../requests/context-schema.ts';

const Properties = Type.Optional(
  Type.Object({}, { additionalProperties: true, description: 'Kept, and available to your policies' }),
);
const open = { additionalProperties: true } as const;

export const Subject = named(
  'AuthZenSubject',
  Type.Object(
    {
      type: label('user for a person; every other type, such as agent, is an agent'),
      id: label('The actor: the agent_id, or the user_id'),
      properties: Properties,
    },
    open,
  ),
);
export const Action = named(
  'AuthZenAction',
  Type.Object(
    {
      name: label('The action, such as email.send'),
      properties: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'The arguments of the tool' }),
      ),
    },
    open,
  ),
);
export const Resource = named(
  'AuthZenResource',
  Type.Object({ type: label('Its kind'), id: label('Which one'), properties: Properties }, open),
);

const EXAMPLE = {
  subject: { type: 'agent', id: 'agent-7' },
  action: { name: 'email.send', properties: { to: ['ann@acme.example'] } },
  resource: { type: 'mailbox', id: 'sales' },
  context: { risk_level: 'low' as const },
};

/** Section 6.1. A receiver ignores members that it does not know. */
export const EvaluationBody = named(
  'AuthZenEvaluation',
  Type.Object(
    { subject: Subject, action: Action, resource: Resource, context: Type.Optional(EvaluationContext) },
    { ...open, examples: [EXAMPLE] },
  ),
);
export type AuthZenEvaluation = Static<typeof EvaluationBody>;

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
export type Semantic = (typeof SEMANTICS)[number];

/** Section 7.1: members beside `evaluations` apply to each evaluation that does not set them itself. */
export const EvaluationsBody = named(
  'AuthZenEvaluations',
  Type.Object(
    {
      ...Type.Partial(EvaluationBody).properties,
      evaluations: Type.Optional(
        Type.Array(Type.Unknown(), {
          maxItems: 100,
          description: 'Each is a single evaluation. Without any, the request itself is one',
        }),
      ),
      options: Type.Optional(
        Type.Object(
          {
            evaluations_semantic: Type.Optional(
              Type.Enum([...SEMANTICS], { description: 'Default: execute_all' }),
            ),
          },
          open,
        ),
      ),
    },
    {
      ...open,
      examples: [
        {
          subject: EXAMPLE.subject,
          action: EXAMPLE.action,
          evaluations: [{ resource: EXAMPLE.resource }, { resource: { type: 'mailbox', id: 'support' } }],
        },
      ],
    },
  ),
);

/** Section 6.2. */
export const Decision = named(
  'AuthZenDecision',
  Type.Object(
    {
      decision: Type.Boolean({ description: 'true only for proceed' }),
      context: Type.Object(
        {},
        {
          ...open,
          description: 'verdict, reason_user, evidence_id, remedies; approval_id if a human can allow it',
        },
      ),
    },
    { description: 'The decision, whose evidence is on disk' },
  ),
);
