/** Each route requires exactly its scope of a key, and the refusal names the missing one. */
import assert from 'node:assert/strict';
import { SCOPES } from '@assize/service/keys/index.ts';
import type { FastifyInstance } from 'fastify';
import { SCOPE_OF } from './cases/scopes-of-routes.ts';
import { ask } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

testAsTenant('describes-the-scope-of-each-route', async ({ app }) => {
  const { body } = await ask(app, 'a', '/openapi.json', { key: null });
  const described = Object.entries<Record<string, { 'x-required-scope': string }>>(body.paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation['x-required-scope'],
      ]),
  );
  assert.deepEqual(Object.fromEntries(described), SCOPE_OF);
});

testAsTenant('refuses-each-route-to-a-key-that-lacks-its-scope', async ({ app, service, name }) => {
  for (const missing of SCOPES) {
    const scopes = SCOPES.filter((scope) => scope !== missing);
    const { secret } = await keyHolder(service, `${name}-narrow`, { scopes });
    for (const [route, scope] of Object.entries(SCOPE_OF)) {
      const { status, body } = await call(app, route, secret);
      if (scope.split(' ').includes(missing)) {
        assert.deepEqual(
          { status, body },
          { status: 403, body: { detail: `This API key lacks the scope ${missing}.` } },
          route,
        );
      } else {
        // A key is not a person, and has nothing of its own there.
        const others = route.includes('/members/me/') ? [403] : [];
        assert.ok([200, 404, 422, 400, ...others].includes(status), `${route} without ${missing}: ${status}`);
      }
    }
  }
});

/** Sends a body that no route accepts: a caller without the scope must not learn even that. */
function call(app: FastifyInstance, route: string, key: string) {
  const [method, path = ''] = route.split(' ');
  return ask(app, path.startsWith('/api/') ? 'a' : 'b', path.replace(/\{\w+\}/g, 'x'), {
    method: method as 'GET',
    key,
    body: ['POST', 'PATCH', 'PUT'].includes(method ?? '') ? 'no json at all' : undefined,
  });
}
