/** Surface A: ready packs of rules, to copy as a draft. */
import { findPack, type PolicyPack, policyPacks } from '../../../governance/policies/packs/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { READ } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { documentFields } from './policy-schemas.ts';

const route = routesOf('a', 'Policies');

const LIST = route('listPolicyPacks', 'List the ready packs, whose rules you can copy into a policy', {
  200: described('All packs, by name', {
    packs: is.list(
      object({
        name: is.text(),
        description: is.text(),
        rule_count: is.integer(),
        effects: object({ block: is.integer(), escalate: is.integer(), note: is.integer() }),
      }),
    ),
  }),
});

const SHOW = route('getPolicyPack', 'Get a ready pack with its rules, as POST /policies takes them', {
  params: object({ name: is.text() }),
  200: describedRecord('PolicyPack', 'The pack', {
    name: is.text(),
    about: is.text('What it judges, and what your agents can state for it'),
    ...documentFields,
  }),
});

export const policyPacksA: Noun<object> = (app) => {
  app.get('/policy-packs', { config: READ, schema: LIST }, async () => ({
    packs: (await policyPacks()).map(listed),
  }));
  app.get('/policy-packs/:name', { config: READ, schema: SHOW }, (request) => findPack(request.params.name));
};

function listed({ name, description = '', rules }: PolicyPack) {
  const effects = { block: 0, escalate: 0, note: 0 };
  for (const { effect } of rules) effects[effect] += 1;
  return { name, description, rule_count: rules.length, effects };
}
