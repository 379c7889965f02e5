/**
 * `/scim/v2`: the tenant's directory provisions its members (RFC 7643, RFC 7644), with a key that has the scope for this
 * and belongs to the tenant. The published API does not describe these routes: SCIM describes itself.
 */

import type { FastifyPluginAsync } from 'fastify';
import {
  changeUser,
  createUser,
  type DirectoryDeps,
  deleteUser,
  directoryUsers,
  findUser,
} from '../../directory/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal, Role } from '../../keys/index.ts';
import { directoryOf } from '../../members/directory/index.ts';
import { type MailNeeds, mailInvitation } from '../auth/mail.ts';
import { checkAccess, principalOf } from '../callers/access.ts';
import type { Callers } from '../callers/callers.ts';
import { registerBodyParsing } from '../requests/body-parsing.ts';
import type { App, Services } from '../services.ts';
import { SCIM_PATH, scimAddress } from './address.ts';
import { objectOf, patchedUser, readOperations, readUser, requireSameName } from './body.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './description.ts';
import { answerInScim } from './errors.ts';
import { readFilter } from './filter.ts';
import { groupRoutes } from './group-routes.ts';
import { attributesOfUser, chosen, listToScim, USER_FILTERS, userToScim } from './resources.ts';
import { one, options, send } from './shared.ts';

type ScimNeeds = MailNeeds & Callers & Pick<Services, 'secondPerson'>;

function describingRoutes(app: App, base: string): void {
  app.get('/ServiceProviderConfig', options, (_, reply) => send(reply, serviceProviderConfig(base)));
  for (const [path, all] of [
    ['/ResourceTypes', resourceTypes(base)],
    ['/Schemas', schemas(base)],
  ] as const) {
    app.get(path, options, (_, reply) => send(reply, listToScim(all, {})));
    app.get(`${path}/:id`, one, (request, reply) => {
      const found = all.find(({ id }) => id === request.params.id);
      if (found === undefined) throw new Failure('not_found', 'Not found.');
      return send(reply, found);
    });
  }
}

function userRoutes(app: App, deps: DirectoryDeps, base: string): void {
  const shown = async (caller: Principal) => {
    const { groupNames } = await directoryOf(deps.db, caller.tenantId);
    return (user: Parameters<typeof userToScim>[0]) =>
      userToScim(user, base, (role) => groupNames[role as Role] ?? role);
  };

  app.get('/Users', options, async (request, reply) => {
    const caller = principalOf(request);
    const fits = readFilter(request.query.filter, USER_FILTERS);
    const users = (await directoryUsers(deps, caller.tenantId)).filter((user) =>
      fits(attributesOfUser(user)),
    );
    return send(reply, listToScim(users.map(await shown(caller)), request.query));
  });

  app.get('/Users/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const user = await findUser(deps, caller, request.params.id);
    return send(reply, chosen((await shown(caller))(user), request.query));
  });

  app.post('/Users', options, async (request, reply) => {
    const caller = principalOf(request);
    const user = await createUser(deps, caller, readUser(objectOf(request.body), true));
    reply.header('location', `${base}/Users/${user.userId}`);
    return send(reply, (await shown(caller))(user), 201);
  });

  app.put('/Users/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const body = objectOf(request.body);
    const user = await changeUser(deps, caller, request.params.id, (before) => {
      const wanted = readUser(body, before.active);
      requireSameName(before, wanted.userName);
      return { ...before, ...wanted };
    });
    return send(reply, (await shown(caller))(user));
  });

  app.patch('/Users/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const operations = readOperations(objectOf(request.body));
    const user = await changeUser(deps, caller, request.params.id, (before) =>
      patchedUser(before, operations),
    );
    return send(reply, (await shown(caller))(user));
  });

  app.delete('/Users/:id', one, async (request, reply) => {
    await deleteUser(deps, principalOf(request), request.params.id);
    return reply.code(204).send();
  });
}

export const scimRoutes: FastifyPluginAsync<{ services: ScimNeeds; baseUrl: string }> = async (
  root,
  { services, baseUrl },
) => {
  const base = scimAddress(baseUrl);
  const deps: DirectoryDeps = {
    ...services,
    tellInvited: async (invitation, token) => void (await mailInvitation(services, invitation, token)),
  };
  await root.register(
    async (app) => {
      app.setErrorHandler(answerInScim);
      app.addHook('onRequest', checkAccess(services, 'b', null));
      registerBodyParsing(app, 'b');
      describingRoutes(app, base);
      userRoutes(app, deps, base);
      groupRoutes(app, deps, base);
    },
    { prefix: SCIM_PATH },
  );
};
