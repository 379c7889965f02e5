/** The information model of AuthZEN (OpenID Authorization API 1.0, section 5), and its requests. */

import Type, { type Static } from 'typebox';
import { EvaluationContext } from '../requests/context-schema.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, named, object } from '../schemas/objects.ts';

const Properties = is.optional(is.open('Kept, and available to your policies'));
const OPEN = { additionalProperties: true } as const;

export const Subject = named(
  'AuthZenSubject',
  object(
    {
      type: is.label('user for a person; every other type, such as agent, is an agent'),
      id: is.label('The actor: the agent_id, or the user_id'),
      properties: Properties,
    },
    OPEN,
  ),
);
export const Action = named(
  'AuthZenAction',
  object(
    {
      name: is.label('The action, such as email.send'),
      properties: is.optional(is.open('The arguments of the tool')),
    },
    OPEN,
  ),
);
export const Resource = named(
  'AuthZenResource',
  object({ type: is.label('Its kind'), id: is.label('Which one'), properties: Properties }, OPEN),
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
  object(
    { subject: Subject, action: Action, resource: Resource, context: is.optional(EvaluationContext) },
    { ...OPEN, examples: [EXAMPLE] },
  ),
);
export type AuthZenEvaluation = Static<typeof EvaluationBody>;

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
export type Semantic = (typeof SEMANTICS)[number];

/** Section 7.1: members beside `evaluations` apply to each evaluation that does not set them itself. */
export const EvaluationsBody = named(
  'AuthZenEvaluations',
  object(
    {
      ...Type.Partial(EvaluationBody).properties,
      evaluations: is.optional(
        is.list(is.unknown(), 'Each is a single evaluation. Without any, the request itself is one', {
          maxItems: 100,
        }),
      ),
      options: is.optional(
        object(
          {
            evaluations_semantic: is.optional(is.oneOf(SEMANTICS, 'Default: execute_all')),
          },
          OPEN,
        ),
      ),
    },
    {
      ...OPEN,
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
export const Decision = describedRecord('AuthZenDecision', 'The decision, whose evidence is on disk', {
  decision: is.flag('true only for proceed'),
  context: object(
    {},
    {
      ...OPEN,
      description: 'verdict, reason_user, evidence_id, remedies; approval_id if a human can allow it',
    },
  ),
});
