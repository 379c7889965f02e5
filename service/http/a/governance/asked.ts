/** Surface A: who would be asked for an approval. Nothing is recorded. */

import { askedOf } from '../../../approvals/index.ts';
import { type EvaluateDeps, type WouldAsk, whoWouldBeAsked } from '../../../evaluation/index.ts';
import type { AskedRoute } from '../../../governance/settings/routes/index.ts';
import type { Principal } from '../../../keys/index.ts';
import { capacityOf, membersAsked, type People, peopleOf } from '../../../members/groups/index.ts';
import type { Member } from '../../../members/index.ts';
import { VerdictName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { AllowanceExceeded } from '../../limits/usage-headers.ts';
import { EvaluateBodyA, toRequest } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { PersonNamed } from '../access/groups.ts';

const group = {
  group: is.text('The id of the group'),
  name: is.text(),
  members: is.list(
    record('AskedMember', {
      member_id: is.text(),
      name: is.text(),
      stand_in: is.orNull(PersonNamed, 'null while they are not away'),
    }),
    'Those whose role lets them decide',
  ),
};

const WhoAnswer = describedRecord(
  'WouldBeAsked',
  'The people whom the action would ask, if it were held now',
  {
    verdict: VerdictName,
    route: is.orNull(is.text(), 'The name of the first route that matches; null where none does'),
    ask: is.list(
      object({ ...group, approvals: is.integer('How many it must give') }),
      'Empty: everyone who may approve is asked',
    ),
    later: is.orNull(
      object({ at: is.time(), groups: is.list(object(group)) }),
      'Groups that are asked too, from that time on',
    ),
    told: is.list(PersonNamed, 'Those who would get a message: stand-ins in place of those who are away'),
    required_approvals: is.integer(),
    channels: is.orNull(is.list(is.text()), 'null: all channels'),
    expires_at: is.time(),
  },
);

const route = routesOf('a', 'Approvals');
const WHO = route('whoWouldBeAsked', 'Find out who would be asked for an approval, with nothing recorded', {
  body: EvaluateBodyA,
  200: WhoAnswer,
  429: AllowanceExceeded,
});

/** The answer names people, which a key that only evaluates may not see. */
const SCOPES = { scope: ['governance:evaluate', 'evidence:read'], payloads: 'none' } as const;

export const askedA: Noun<EvaluateDeps> = (app, services) => {
  app.post('/approvals/who', { config: SCOPES, schema: WHO }, async (request) => {
    const principal = principalOf(request);
    const asked = toRequest(request.body);
    const would = await whoWouldBeAsked(services, principal, asked);
    return whoToApi(services, principal, would, asked.user_id ?? null);
  });
};

async function whoToApi(
  { db }: Pick<EvaluateDeps, 'db'>,
  { chain, tenantId, environment }: Principal,
  { verdict, at, terms }: WouldAsk,
  userId: string | null,
) {
  const route = askedOf(terms);
  const people = await peopleOf(db, tenantId, environment, at);
  const asker = { chain, requested_by: null, user_id: userId };
  const told = await membersAsked(db, asker, route, at);
  return {
    verdict,
    route: route?.name ?? null,
    ask: (route?.ask ?? []).map((each) => ({ ...groupToApi(people, each.group), approvals: each.approvals })),
    later: laterToApi(people, route),
    told: told.map(personToApi),
    required_approvals: terms.required_approvals,
    channels: route?.channels ?? null,
    expires_at: new Date(terms.expires_at).toISOString(),
  };
}

function laterToApi(people: People, route: AskedRoute | null) {
  const { later } = route ?? {};
  return later === undefined
    ? null
    : { at: later.at, groups: later.groups.map((id) => groupToApi(people, id)) };
}

function groupToApi(people: People, id: string) {
  const members = [...people.deciders.values()].filter(({ memberId }) => {
    return capacityOf(people, memberId, [id]).groups.length > 0;
  });
  return {
    group: id,
    name: people.groups.find(({ group_id }) => group_id === id)?.name ?? id,
    members: members.map((member) => {
      const away = people.standIns.find(({ memberId }) => memberId === member.memberId);
      const standIn = people.deciders.get(away?.standIn ?? '');
      return { ...personToApi(member), stand_in: standIn === undefined ? null : personToApi(standIn) };
    }),
  };
}

function personToApi({ memberId, name }: Member) {
  return { member_id: memberId, name };
}
