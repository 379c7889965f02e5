/** The shapes of the agents' routes. */

import {
  LISTED_STATUSES,
  LONGEST_AGENT_ID,
  LONGEST_NAME,
  LONGEST_PURPOSE,
  LONGEST_REASON,
  OWNER_KINDS,
} from '../../../agents/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, describedRecord, namedBody, object, record } from '../../schemas/objects.ts';

/** How many verdicts there were of each kind. */
export const VerdictCounts = record('VerdictCounts', {
  proceed: is.integer(),
  escalate: is.integer(),
  block: is.integer(),
});

const Owner = record('AgentOwner', {
  kind: is.oneOf(OWNER_KINDS),
  id: is.label('The id of a member, or the name of a team', LONGEST_NAME),
});
const ShownOwner = record('ShownAgentOwner', { ...Owner.properties, name: is.orNull(is.text()) });
const Credential = record('AgentCredential', {
  kind: is.oneOf(['key', 'token'], 'token: tokens of this issuer name the agent'),
  id: is.text('Of the key, or of the issuer'),
  name: is.text(),
  last_used_at: is.orNull(is.time(), 'null: never, or not known of tokens'),
});
const Count = record('CountOfName', { name: is.text(), count: is.integer() });

const shownFields = {
  agent_id: is.text(),
  name: is.orNull(is.text(), 'null, like the fields below, for an agent that is not registered'),
  owner: is.orNull(ShownOwner, 'Who answers for the agent'),
  purpose: is.orNull(is.text()),
  status: is.oneOf(LISTED_STATUSES, 'unregistered: it was seen, and is not in the inventory'),
  status_reason: is.orNull(is.text()),
  environment: is.oneOf(ENVIRONMENTS),
  created_at: is.orNull(is.time()),
  created_by: is.orNull(is.text(), 'A key, a member, or operator for the command line'),
  first_seen_at: is.orNull(is.time(), 'null if it has never asked'),
  first_evidence_id: is.orNull(is.text(), 'Its first evaluation'),
  last_seen_at: is.orNull(is.time(), 'Some seconds late'),
  identified_by: is.orNull(
    is.oneOf(['claimed', 'key', 'token']),
    'How it was known when it was last seen. claimed: only the request said so',
  ),
  trust: is.orNull(is.number(), 'Of 100; null if nothing has counted yet'),
  credentials: is.list(Credential, 'The working keys that belong to it, and the issuers of its tokens'),
  version: is.orNull(is.integer()),
  evidence_id: is.orNull(is.text(), 'The record of its last change'),
};

const Agent = record('Agent', shownFields);

const AgentInFull = describedRecord('AgentInFull', 'The agent, and what it did lately', {
  ...shownFields,
  activity: object({
    days: is.integer(),
    verdicts: VerdictCounts,
    cost_usd: is.number('The estimated cost of the actions that went ahead'),
    by_day: is.list(
      object({ start: is.time(), ...VerdictCounts.properties, cost_usd: is.number() }),
      'Each UTC day that the period touches, in order',
    ),
    actions: is.list(
      object({ name: is.text(), ...VerdictCounts.properties }),
      'Those asked for most come first, at most 20',
    ),
    tools: is.list(Count, 'Those used most come first'),
    effects: is.list(Count),
    incomplete: is.flag(
      'Whether some evaluations were left out: there are too many, or their payload is gone',
    ),
  }),
  open_mandates: is.integer(),
  is_halted: is.flag(),
});

const params = object({ agent_id: is.label('The id in any spelling', LONGEST_AGENT_ID) });
const reason = is.label('The reason. It becomes evidence, so write no personal data', LONGEST_REASON);
const changeable = {
  owner: is.optional(is.orNull(Owner, 'Who answers for the agent')),
  purpose: is.optional(is.text({ maxLength: LONGEST_PURPOSE, pattern: is.NO_NUL })),
};

const route = routesOf('a', 'Agents');

export const LIST = route('listAgents', 'List the agents that are registered or were seen, by id', {
  querystring: closed({ status: is.optional(is.oneOf(LISTED_STATUSES)), ...is.page }),
  200: pageOfItems(Agent),
});

export const EXPORT = route('exportAgents', 'Download the inventory as JSON or CSV', {
  querystring: closed({ format: is.optional(is.oneOf(['json', 'csv'], { default: 'json' })) }),
  200: inTypes('All agents that are registered or were seen', {
    'application/json': object({ items: is.list(Agent) }),
    'text/csv': is.text(),
  }),
});

export const REGISTER = route('registerAgent', 'Register an agent', {
  body: body(
    [
      {
        agent_id: 'agent-7',
        name: 'Refunds',
        owner: { kind: 'team', id: 'Support' },
        purpose: 'Pays refunds',
      },
    ],
    {
      agent_id: is.label('The agent_id that it uses in evaluations', LONGEST_AGENT_ID),
      name: is.optional(is.label('Default: its id', LONGEST_NAME)),
      ...changeable,
    },
  ),
  201: AgentInFull,
});

export const SHOW = route('getAgent', 'Get an agent, and what it did in the last seven days', {
  params,
  200: AgentInFull,
});

export const CHANGE = route('changeAgent', "Change an agent's name, owner or purpose", {
  params,
  body: body([{ purpose: 'Pays refunds up to 100 USD' }], {
    name: is.optional(is.label('The name that people see', LONGEST_NAME)),
    ...changeable,
    version: is.optional(
      is.integer('The version you expect; you get 409 if it is another one', { minimum: 1 }),
    ),
  }),
  200: AgentInFull,
});

const WITH_REASON = {
  params,
  body: namedBody('ReasonOnAgent', [{ reason: 'It sent 400 mails in a minute' }], { reason }),
};

export const SUSPEND = route(
  'suspendAgent',
  'Suspend an agent: its evaluations are blocked, its keys and tokens refused',
  {
    ...WITH_REASON,
    200: AgentInFull,
  },
);

export const RESUME = route('resumeAgent', 'Let a suspended agent act again', {
  params,
  body: NoFields,
  200: AgentInFull,
});

export const RETIRE = route('retireAgent', 'Retire an agent for good', { ...WITH_REASON, 200: AgentInFull });
