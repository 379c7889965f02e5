/** The groups of SCIM, which are the roles: they can be filled, but neither made nor removed. */
import {
  changeMembers,
  type DirectoryDeps,
  directoryGroups,
  findDirectoryGroup,
  roleNamed,
} from '../../directory/index.ts';
import type { Principal, Role } from '../../keys/index.ts';
import { directoryOf } from '../../members/directory/index.ts';
import { principalOf } from '../callers/access.ts';
import type { App } from '../services.ts';
import { membersIn, objectOf, patchedMembers, readOperations, textIn } from './body.ts';
import { ScimRefusal } from './errors.ts';
import { readFilter } from './filter.ts';
import { attributesOfGroup, chosen, GROUP_FILTERS, groupToScim, listToScim } from './resources.ts';
import { one, options, send } from './shared.ts';

export function groupRoutes(app: App, deps: DirectoryDeps, base: string): void {
  app.get('/Groups', options, async (request, reply) => {
    const fits = readFilter(request.query.filter, GROUP_FILTERS);
    const groups = (await directoryGroups(deps, principalOf(request))).filter((group) => {
      return fits(attributesOfGroup(group));
    });
    return send(
      reply,
      listToScim(
        groups.map((group) => groupToScim(group, base)),
        request.query,
      ),
    );
  });

  app.get('/Groups/:id', one, async (request, reply) => {
    const group = await findDirectoryGroup(deps, principalOf(request), request.params.id);
    return send(reply, chosen(groupToScim(group, base), request.query));
  });

  // A group is there already: a directory that creates it is told which it is.
  app.post('/Groups', options, async (request, reply) => {
    const caller = principalOf(request);
    const body = objectOf(request.body);
    const role = await roleNamedBy(deps, caller, textIn(body, 'displayName'));
    const members = membersIn(body);
    const group = await changeMembers(deps, caller, role, (ids) => [...ids, ...members]);
    reply.header('location', `${base}/Groups/${role}`);
    return send(reply, groupToScim(group, base), 201);
  });

  app.put('/Groups/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const body = objectOf(request.body);
    const { role } = await findDirectoryGroup(deps, caller, request.params.id);
    await requireNameOf(deps, caller, role, textIn(body, 'displayName'));
    const members = membersIn(body);
    return send(reply, groupToScim(await changeMembers(deps, caller, role, () => members), base));
  });

  app.patch('/Groups/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const { role } = await findDirectoryGroup(deps, caller, request.params.id);
    const names: (string | undefined)[] = [];
    const operations = readOperations(objectOf(request.body));
    // Reads all of them before any changes.
    patchedMembers([], operations, (name) => names.push(name));
    for (const name of names) await requireNameOf(deps, caller, role, name);
    const group = await changeMembers(deps, caller, role, (ids) => patchedMembers(ids, operations, () => {}));
    return send(reply, groupToScim(group, base));
  });

  app.delete('/Groups/:id', one, async (request, reply) => {
    const caller = principalOf(request);
    const { role } = await findDirectoryGroup(deps, caller, request.params.id);
    await changeMembers(deps, caller, role, () => []);
    return reply.code(204).send();
  });
}

/** @throws {ScimRefusal} `invalidValue` */
async function roleNamedBy(
  { db }: DirectoryDeps,
  { tenantId }: Principal,
  name: string | undefined,
): Promise<Role> {
  const role = roleNamed(await directoryOf(db, tenantId), name ?? '');
  if (role !== null) return role;
  throw new ScimRefusal(
    'invalidValue',
    'Each group here is a role, and none has this displayName: an owner sets the names that the groups have, on the page of the members.',
  );
}

/** @throws {ScimRefusal} `mutability` */
async function requireNameOf(
  deps: DirectoryDeps,
  caller: Principal,
  role: Role,
  name: string | undefined,
): Promise<void> {
  if (name === undefined || (await roleNamedBy(deps, caller, name)) === role) return;
  throw new ScimRefusal('mutability', 'This is the name of the group of another role.');
}
