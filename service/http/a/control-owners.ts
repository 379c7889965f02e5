/** Surface A: who answers for the controls of frameworks. */
import { type OwnerDeps, ownersOf, setOwner } from '../../compliance/controls/index.ts';
import { FRAMEWORK_IDS } from '../../compliance/index.ts';
import { routesOf } from '../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../callers/access.ts';
import { requiredMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { body, described, object } from '../schemas/objects.ts';
import type { Noun } from '../services.ts';
import { ControlOwner } from './exceptions-schemas.ts';

const route = routesOf('a', 'Compliance');

const LIST = route('listControlOwners', 'List who answers for which control', {
  200: described('All of them', { items: is.list(ControlOwner) }),
});

const SET = route('setControlOwner', 'Say which member answers for a control, and for which period', {
  params: object({ framework: is.oneOf(FRAMEWORK_IDS), control: is.text({ maxLength: 64 }) }),
  body: body([{ owner: 'mbr_…', from_date: '2026-01-01', to_date: '2027-01-01' }], {
    owner: is.text('The id of a member', { maxLength: 64 }),
    from_date: is.moment('From this time on'),
    to_date: is.moment('Until this time, not included'),
  }),
  200: ControlOwner,
});

export const controlOwnersA: Noun<OwnerDeps> = (app, services) => {
  app.get('/compliance/owners', { config: READ, schema: LIST }, async (request) => ({
    items: await ownersOf(services.db, principalOf(request).chain),
  }));

  app.put('/compliance/owners/:framework/:control', { config: MANAGE, schema: SET }, async (request) => {
    const actor = principalOf(request);
    const { chain, tenantId } = actor;
    const { owner, from_date, to_date } = request.body;
    const period = { from: requiredMoment(from_date), to: requiredMoment(to_date) };
    return setOwner(services, { chain, tenantId, actor }, { ...request.params, owner, ...period });
  });
};
