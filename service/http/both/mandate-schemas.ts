/** The schemas of mandates, the same on both surfaces. */

import { DETECT, EFFECTS, MAX_TARGET_CHARACTERS, TARGET_KINDS } from '@assize/act-reading/targets';
import Type from 'typebox';
import { VERDICTS } from '../../evaluation/index.ts';
import { MAX_USD } from '../../governance/budgets/index.ts';
import { MANDATE_STATES, MAX_ACTIONS, MAX_LISTED, MAX_TASK_CHARACTERS } from '../../mandates/index.ts';
import { EffectName } from '../answers/enums.ts';
import { named } from '../answers/named.ts';
import { IsoTime, orNull } from '../answers/response-schemas.ts';
import { label, NO_NUL } from '../requests/context-schema.ts';
import { Moment, pageOf } from '../requests/evidence-filters.ts';

const strict = { additionalProperties: false } as const;
const Effects = Type.Array(EffectName, { maxItems: EFFECTS.length });

const Target = named(
  'MandateTarget',
  Type.Object(
    {
      kind: Type.Optional(
        Type.Enum([...TARGET_KINDS, DETECT], { description: 'By default, the form of the value decides' }),
      ),
      value: Type.String({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: NO_NUL }),
    },
    strict,
  ),
);

const terms = {
  effects: Type.Optional({
    ...Effects,
    description: 'What the agent may do; by default derived from the task',
  }),
  tools: Type.Optional(
    Type.Array(label('A tool, or a pattern such as gmail.*'), {
      maxItems: MAX_LISTED,
      description: 'The tools it may use; empty for every tool',
    }),
  ),
  targets: Type.Optional(
    Type.Array(Target, {
      maxItems: MAX_LISTED,
      description: 'The targets it may reach; by default derived from the task',
    }),
  ),
  budget_usd: Type.Optional(
    Type.Number({ minimum: 0, maximum: MAX_USD, description: 'How much it may spend, in USD' }),
  ),
  max_actions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ACTIONS,
      description: 'The number of proceed verdicts that it allows',
    }),
  ),
  strict: Type.Optional(
    Type.Boolean({
      description: 'Whether actions beyond the mandate are blocked, instead of shown to a human',
    }),
  ),
  expires_at: Type.Optional(Moment('At most 30 days from now; by default a day')),
};

export const OpenBody = named(
  'NewMandate',
  Type.Object(
    {
      agent_id: label('The agent that may act under it'),
      task: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_TASK_CHARACTERS,
          pattern: NO_NUL,
          description: 'The task in the words of the person who gave it. Only a commitment to it is kept',
        }),
      ),
      keep_task: Type.Optional(Type.Boolean({ description: 'Keep the text of the task as evidence' })),
      ...terms,
    },
    {
      ...strict,
      examples: [{ agent_id: 'agent-7', task: 'Send the minutes of Monday to ann@example.com' }],
    },
  ),
);
export const NarrowBody = named(
  'MandateTerms',
  Type.Object(terms, {
    ...strict,
    minProperties: 1,
    examples: [{ effects: ['read'] }],
  }),
);
export const WidenBody = named(
  'MandateWidening',
  Type.Object(
    {
      ...terms,
      approval_id: Type.Optional(label('The approval of exactly this widening, once a human has given it')),
    },
    { ...strict, minProperties: 1, examples: [{ effects: ['read', 'send'] }] },
  ),
);

export const Mandate = named(
  'Mandate',
  Type.Object(
    {
      mandate_id: Type.String(),
      agent_id: Type.String(),
      status: Type.Enum([...MANDATE_STATES]),
      version: Type.Integer({ description: 'The version of its terms, from 1' }),
      task: orNull(Type.String(), 'null unless keep_task was true'),
      effects: Effects,
      tools: Type.Array(Type.String(), { description: 'Empty for every tool' }),
      targets: orNull(
        Type.Array(Type.Object({ kind: Type.String(), value: Type.String() })),
        'null if the payload that states them was removed; they still count',
      ),
      words_of_the_task_count: Type.Boolean({
        description: 'Whether a person, channel or thing that the task names in its words is known',
      }),
      greatest_number: orNull(
        Type.Number(),
        'Higher amounts than the task names are beyond it; null if it names none, or its words no longer count',
      ),
      derived: Type.Array(Type.Enum(['effects', 'targets']), {
        description: 'The terms that were derived from the words of the task',
      }),
      strict: Type.Boolean(),
      budget_usd: orNull(Type.Number()),
      spent_usd: Type.Number({ description: 'Counted only if there is a budget' }),
      max_actions: orNull(Type.Integer()),
      actions_used: Type.Integer({ description: 'Counted only if there is a limit' }),
      expires_at: IsoTime,
      opened_at: IsoTime,
      opened_by: Type.String(),
      evidence_id: Type.String(),
      closed_at: orNull(IsoTime),
      closed_by: orNull(Type.String()),
    },
    { description: 'The current mandate' },
  ),
);

export const Widened = named(
  'WidenedMandate',
  Type.Object(
    {
      verdict: Type.Enum([...VERDICTS], {
        description: 'proceed: the wider terms apply. escalate: a human is asked',
      }),
      explanation: Type.String(),
      approval_id: Type.Optional(
        Type.String({ description: 'Send the same request with this once it is approved' }),
      ),
      evidence_id: Type.String(),
      mandate: Mandate,
    },
    { description: 'The verdict on the widening, and the mandate after it' },
  ),
);

export const ListQuery = Type.Object(
  { agent_id: Type.Optional(label('Exactly this agent')), ...pageOf },
  strict,
);
export const Listed = named(
  'MandatePage',
  Type.Object(
    { items: Type.Array(Mandate), next_cursor: orNull(Type.String(), 'null on the last page') },
    { description: 'One page, newest first' },
  ),
);
