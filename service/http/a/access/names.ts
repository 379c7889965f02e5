/** Surface A: the names behind the ids of people, keys and agents. */
import { NAMED_KINDS, namesBehind } from '../../../reports/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { closed, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const MOST = { maxItems: 100 };
const id = is.label('An id', 256);

const SHOW = routesOf('a', 'Members')('findNames', 'Find the names behind ids that you have', {
  querystring: closed({
    party: is.optional(is.list(id, 'Who did something, as records name them: members and keys', MOST)),
    agent: is.optional(is.list(id, 'The ids of agents, in any spelling', MOST)),
  }),
  200: describedRecord('Names', 'The names that are known; other ids are left out', {
    names: is.list(
      object({
        id: is.text('As you sent it'),
        kind: is.oneOf(NAMED_KINDS),
        name: is.text('Of a token: its subject. Members who have left and revoked keys keep their name'),
      }),
    ),
  }),
});

export const namesA: Noun<Pick<Services, 'db'>> = (app, { db }) => {
  app.get('/names', { config: READ, schema: SHOW }, async (request) => {
    const { party: parties = [], agent: agents = [] } = request.query;
    return { names: await namesBehind(db, principalOf(request), { parties, agents }) };
  });
};
