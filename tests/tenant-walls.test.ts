/** No route reveals or changes another tenant's things to a member, by their ids or without. */
import assert from 'node:assert/strict';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { addressOf, COMMON, examplesOf, type Ids, makeEverything } from './support/http/everything.ts';
import { openWithoutHttp } from './support/http/in-process.ts';
import { appWithRoutes, type Route } from './support/http/routes.ts';
import { signedIn } from './support/people/members.ts';

const MARKER = 'zebra-of-theirs';

/** As long as the id, but of nothing that exists. */
const madeUp = (id: string) => id.replace(/[0-9a-f]{24}$/, '0123456789abcdef01234567').replace(MARKER, 'x');
/** Members that differ between two answers to the same request; deliveries are tried again meanwhile. */
const VOLATILE =
  /"(?:verified_at|evaluated_at|timestamp|generated_at|duration_ms|as_of|attempt_count|next_attempt_at)":"?[^,"}]+"?/g;

testOnOneDatabase('shows-and-changes-nothing-of-another-tenant', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { app, routes } = await appWithRoutes(service);
  t.after(() => app.close());
  await ensureTenant(service, 'theirs', 'enterprise');
  const their = await signedIn(service, 'theirs', 'owner');
  const mine = await signedIn(service, 'default', 'owner');
  const exampleOf = await examplesOf(app);
  // `tenant_id` is in the address of a public route only, and names the tenant that asks here. The parts of what a sink
  // was sent are the same for all tenants.
  const {
    tenant_id: _mine,
    stream = '',
    number = '',
    ...made
  } = await makeEverything({ app, service }, their.headers, exampleOf, MARKER);
  const foreign: Ids = { ...made, member_id: their.memberId };
  const unknown = Object.fromEntries(Object.entries(foreign).map(([name, id]) => [name, madeUp(id)]));

  const ask = async (route: Route, { headers }: typeof mine, ids: Ids) => {
    const { method } = route;
    const url = addressOf(route, { ...COMMON, stream, number, ...ids });
    const payload = method === 'GET' ? {} : { payload: exampleOf(route) };
    const { statusCode, body } = await app.inject({ method: method as 'GET', url, headers, ...payload });
    const told = Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(id, `<${name}>`), body);
    return { status: statusCode, body, told: told.replaceAll(VOLATILE, '') };
  };
  const wanted = routes.filter(
    ({ url, method, config }) => url.startsWith('/api/v1/') && method !== 'HEAD' && config.scope !== 'public',
  );
  const byId = wanted.filter(({ url }) => Object.keys(foreign).some((name) => url.includes(`:${name}`)));
  assert.ok(byId.length > 40, `${byId.length} routes by an id`);

  const before = await readAll();
  for (const route of byId) {
    const what = `${route.method} ${route.url}`;
    const theirs = await ask(route, mine, foreign);
    const none = await ask(route, mine, unknown);
    assert.deepEqual([theirs.status, theirs.told], [none.status, none.told], what);
    assert.ok(theirs.status >= 400, `${what} answered ${theirs.status}`);
  }
  assert.deepEqual(await readAll(), before);
  for (const route of wanted.filter((each) => !byId.includes(each))) {
    const { status, body } = await ask(route, mine, {});
    const what = `${route.method} ${route.url}`;
    assert.ok(status < 500, what);
    for (const secret of [MARKER, ...Object.values(foreign)]) assert.ok(!body.includes(secret), what);
  }

  async function readAll() {
    const answers: Record<string, unknown> = {};
    for (const route of byId.filter(({ method }) => method === 'GET')) {
      const { status, told } = await ask(route, their, foreign);
      // Links and proofs are made again for each answer.
      answers[route.url] = /export|proof/.test(route.url) ? status : { status, told };
    }
    return answers;
  }
});
