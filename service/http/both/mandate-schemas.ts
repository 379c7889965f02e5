/** The schemas of mandates: what opens, narrows and widens one, and how it is shown. */

import { DETECT, EFFECTS, MAX_TARGET_CHARACTERS, TARGET_KINDS } from '@assize/act-reading/targets';
import { VERDICTS } from '../../evaluation/index.ts';
import { MAX_USD } from '../../governance/budgets/index.ts';
import { MANDATE_STATES, MAX_ACTIONS, MAX_LISTED, MAX_TASK_CHARACTERS } from '../../mandates/index.ts';
import { MAX_ANSWER_CHARACTERS, TERMS_SOURCES } from '../../mandates/plan/index.ts';
import { EffectName } from '../answers/enums.ts';
import { NamedTarget } from '../answers/response-schemas.ts';
import * as is from '../schemas/fields.ts';
import {
  closed,
  closedRecord,
  describedRecord,
  named,
  namedBody,
  object,
  record,
} from '../schemas/objects.ts';
import { DroppedFromPlan } from './plan-schemas.ts';

const strict = { additionalProperties: false } as const;
const Effects = is.list(EffectName, { maxItems: EFFECTS.length });

const Target = closedRecord('MandateTarget', {
  kind: is.optional(is.oneOf([...TARGET_KINDS, DETECT], 'By default, the form of the value decides')),
  value: is.text({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: is.NO_NUL }),
});

const terms = {
  effects: is.optional({
    ...Effects,
    description: 'What the agent may do; by default derived from the task',
  }),
  tools: is.optional(
    is.list(is.label('A tool, or a pattern such as gmail.*'), 'The tools it may use; empty for every tool', {
      maxItems: MAX_LISTED,
    }),
  ),
  targets: is.optional(
    is.list(Target, 'The targets it may reach; by default derived from the task', { maxItems: MAX_LISTED }),
  ),
  budget_usd: is.optional(is.number('How much it may spend, in USD', { minimum: 0, maximum: MAX_USD })),
  max_actions: is.optional(
    is.integer('The number of proceed verdicts that it allows', { minimum: 1, maximum: MAX_ACTIONS }),
  ),
  strict: is.optional(is.flag('Whether actions beyond the mandate are blocked, instead of shown to a human')),
  expires_at: is.optional(is.moment('At most 30 days from now; by default a day')),
};

const Steps = is.list(
  is.unknown(
    '{tool, effects?, parties?: [{kind?, value}], amount?, currency?, count?}. Without effects, all that the catalogue says the tool may do',
  ),
  'What the task needs. At most 64 steps count',
);
const SentPlan = closedRecord('MandatePlan', {
  by: is.oneOf(
    ['model', 'person'],
    'model: tools and effects must be in the accepted catalogue, parties and amounts in the task, word for word; all else is dropped. person: believed, if it can be read',
  ),
  steps: Steps,
  model: is.optional(is.label('The model that planned')),
  prompt_hash: is.optional(is.label('A hash of the prompt that it was given')),
  answer: is.optional(
    is.text('Its answer, kept as evidence', { maxLength: MAX_ANSWER_CHARACTERS, pattern: is.NO_NUL }),
  ),
});
export const plan = is.either(
  [is.flag('The planner of the service makes it', { enum: [true] }), SentPlan],
  'The tools that the task needs, fixed before the agent reads anything. In place of effects and tools',
);

export const OpenBody = namedBody(
  'NewMandate',
  [{ agent_id: 'agent-7', task: 'Send the minutes of Monday to ann@example.com' }],
  {
    agent_id: is.optional(
      is.label('The agent that may act under it; required unless your credential names it'),
    ),
    task: is.optional(
      is.label(
        'The task in the words of the person who gave it. Only a commitment to it is kept',
        MAX_TASK_CHARACTERS,
      ),
    ),
    keep_task: is.optional(is.flag('Keep the text of the task as evidence')),
    ...terms,
    plan: is.optional(plan),
  },
);
const ChangedPlan = named('PlanSteps', object({ steps: Steps }, strict));
const changedPlan = { plan: is.optional(ChangedPlan) };
export const NarrowBody = named(
  'MandateTerms',
  object(
    { ...terms, ...changedPlan },
    {
      ...strict,
      minProperties: 1,
      examples: [{ effects: ['read'] }],
    },
  ),
);
export const WidenBody = named(
  'MandateWidening',
  object(
    {
      ...terms,
      ...changedPlan,
      approval_id: is.optional(is.label('The approval of exactly this widening, once a human has given it')),
    },
    { ...strict, minProperties: 1, examples: [{ effects: ['read', 'send'] }] },
  ),
);

const PlanShown = is.list(
  record('MandateStep', {
    tool: is.text('A name or a pattern'),
    effects: Effects,
    parties: is.orNull(
      is.list(NamedTarget),
      'Known for this tool; null if the payload that states them was removed',
    ),
    amount: is.optional(is.number('More is beyond the plan')),
    currency: is.optional(is.text()),
    count: is.optional(is.integer('How often it may be used')),
  }),
);
const PlannerShown = record('MandatePlanner', {
  model: is.orNull(is.text()),
  prompt_hash: is.orNull(is.text()),
  answer: is.orNull(is.text()),
});

export const Mandate = describedRecord('Mandate', 'The current mandate', {
  mandate_id: is.text(),
  agent_id: is.text(),
  status: is.oneOf(MANDATE_STATES),
  version: is.integer('The version of its terms, from 1'),
  task: is.orNull(is.text(), 'null unless keep_task was true'),
  effects: Effects,
  tools: is.list(is.text(), 'Empty for every tool'),
  targets: is.orNull(
    is.list(NamedTarget),
    'null if the payload that states them was removed; they still count',
  ),
  words_of_the_task_count: is.flag(
    'Whether a person, channel or thing that the task names in its words is known',
  ),
  greatest_number: is.orNull(
    is.number(),
    'Higher amounts than the task names are beyond it; null if it names none, or its words no longer count',
  ),
  derived: is.list(
    is.oneOf(['effects', 'targets']),
    'The terms that were derived from the words of the task',
  ),
  source: is.orNull(
    is.oneOf(
      TERMS_SOURCES,
      'stated: by a person or an orchestrator. planned: by a model, from the task and the catalogue alone. words: derived from the words of the task',
    ),
    'null in mandates from before it was kept',
  ),
  plan: is.orNull(PlanShown, 'null if there is none'),
  dropped: is.list(DroppedFromPlan, 'What does not count of the plan that a model made'),
  planner: is.orNull(PlannerShown, 'The model that made the plan; null if none did'),
  strict: is.flag(),
  budget_usd: is.orNull(is.number()),
  spent_usd: is.number('Counted only if there is a budget'),
  max_actions: is.orNull(is.integer()),
  actions_used: is.integer('Counted only if there is a limit'),
  expires_at: is.time(),
  opened_at: is.time(),
  opened_by: is.text(),
  evidence_id: is.text(),
  closed_at: is.orNull(is.time()),
  closed_by: is.orNull(is.text()),
});

export const Widened = describedRecord(
  'WidenedMandate',
  'The verdict on the widening, and the mandate after it',
  {
    verdict: is.oneOf(VERDICTS, 'proceed: the wider terms apply. escalate: a human is asked'),
    explanation: is.text(),
    approval_id: is.optional(is.text('Send the same request with this once it is approved')),
    evidence_id: is.text(),
    mandate: Mandate,
  },
);

export const ListQuery = closed({
  agent_id: is.optional(is.label('Exactly this agent')),
  ...is.pageOfLargeRecords,
});
export const Listed = describedRecord('MandatePage', 'One page, newest first', {
  items: is.list(Mandate),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});
