/** The schemas of routes, which say who is asked for an approval, and of what needs a second person. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { EFFECTS, TARGET_KINDS } from '@assize/act-reading/targets';
import { AREAS } from '../../../governance/second-person/index.ts';
import { MAX_ASKED_GROUPS, MAX_ROUTES, SIGN_INS } from '../../../governance/settings/routes/index.ts';
import { MAX_APPROVAL_HOURS, MAX_APPROVERS } from '../../../governance/settings/terms/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import * as is from '../../schemas/fields.ts';
import { closed, named, object } from '../../schemas/objects.ts';

const MAX_PATTERN_CHARACTERS = 256;
const MAX_CHANNELS = 20;
const MAX_MINUTES = MAX_APPROVAL_HOURS * 60;
const MAX_AMOUNT_USD = 1_000_000_000;

const pattern = (description: string) => is.optional(is.label(description, MAX_PATTERN_CHARACTERS));
const minutes = (description: string) => is.integer(description, { minimum: 1, maximum: MAX_MINUTES });
const GroupId = is.text('The id of a group', { maxLength: 64, pattern: is.NO_NUL });

const Conditions = object(
  {
    action: pattern('`*` stands for any characters'),
    tool: pattern('The name of the tool in your catalogue; `*` stands for any characters'),
    agent_id: pattern('`*` stands for any characters'),
    effects: is.optional(
      is.list(is.oneOf(EFFECTS), 'It has one of them', { minItems: 1, maxItems: EFFECTS.length }),
    ),
    risk_at_least: is.optional(is.oneOf(RISK_LEVELS)),
    amount_usd_at_least: is.optional(
      is.number('Of its cost, or of the amount that its arguments state', {
        minimum: 0,
        maximum: MAX_AMOUNT_USD,
      }),
    ),
    environment: is.optional(is.oneOf(ENVIRONMENTS)),
    target: is.optional(
      object(
        {
          kind: is.optional(is.oneOf(TARGET_KINDS)),
          value: pattern('`*` stands for any characters'),
          known: is.optional(is.flag('Whether a record, an approval or a mandate makes it known')),
        },
        { additionalProperties: false, minProperties: 1, description: 'One of its targets is like this' },
      ),
    ),
  },
  { additionalProperties: false, description: 'All must hold. Default: every held action' },
);

export const ApprovalRouteBody = named(
  'ApprovalRoute',
  closed({
    name: is.label('Unlike the names of other routes', 100),
    when: is.optional(Conditions),
    ask: is.list(
      closed({
        group: GroupId,
        approvals: is.integer('How many of its people must approve', { minimum: 1, maximum: MAX_APPROVERS }),
      }),
      'All of these groups must approve. Empty: everyone who may approve is asked',
      { maxItems: MAX_ASKED_GROUPS },
    ),
    channels: is.optional(
      is.list(
        is.text({ maxLength: 64, pattern: is.NO_NUL }),
        'The ids of channels. Default: all; empty: none',
        {
          maxItems: MAX_CHANNELS,
        },
      ),
    ),
    deadline_minutes: is.optional(
      minutes('How long it may be given and used. Default: the lifetime of approvals'),
    ),
    later: is.optional(
      closed({
        after_minutes: minutes('Counted from the opening'),
        groups: is.list(GroupId, 'People of these may then approve in place of any group', {
          minItems: 1,
          maxItems: MAX_ASKED_GROUPS,
        }),
      }),
    ),
    sign_in: is.optional(
      is.oneOf(
        SIGN_INS,
        'What a decision from a mail needs. Default: session for high and critical risk, nothing below',
      ),
    ),
  }),
);

export const Routes = is.list(
  ApprovalRouteBody,
  'The first route that matches a held action says who is asked',
  {
    maxItems: MAX_ROUTES,
  },
);

export const Governance = closed({
  second_person: is.list(
    is.oneOf(AREAS),
    'The parts of governance whose changes wait until a second person has approved them. roles: roles of members, groups in routes, issuers of tokens; managed in production. Default: none',
    { uniqueItems: true },
  ),
});
