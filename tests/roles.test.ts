/**
 * Every route, called by a member of every role and without a session: allowed or refused as the role says, and never
 * an error.
 */
import assert from 'node:assert/strict';
import type { Role } from '@assize/service/keys/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { addressOf, COMMON, examplesOf, type Ids, makeEverything } from './support/http/everything.ts';
import { ask as askHttp, openWithoutHttp, SANDBOX_KEY } from './support/http/in-process.ts';
import { appWithRoutes, type Route } from './support/http/routes.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';

const MARKER = 'zebra-payload';

/** The purpose of a route, by the first pattern that fits. The routes themselves do not decide this. */
const KINDS = [
  ['read payloads', /^GET \/access-reviews/],
  ['manage members', /^POST \/access-reviews/],
  ['manage members', /\/stand-in$/],
  ['oneself', /^(GET \/me$|\w+ \/members\/me\/|GET \/push\/key$)/],
  ['manage members', /^(POST|PATCH|DELETE) \/members/],
  ['manage members', /^(POST|PUT|DELETE) \/groups/],
  ['manage members', / \/directory$/],
  ['decide', /^POST \/approvals\/(decide|:approval_id\/(approve|reject|correction))$/],
  ['read usage', /^GET \/usage\//],
  ['read what is managed', /^GET \/(api-keys|channels|issuers|members|notices|planner|webhooks)/],
  ['read payloads', /^(POST|GET) \/(evidence\/export|tools\/suggestions|targets\/suggestions)/],
  ['read payloads', /^GET \/(sessions\/|compliance\/exceptions)/],
  ['report', /^POST \/compliance\/exceptions/],
  ['read', /^(GET \/|POST \/(evidence\/search|policies\/(validate|test))$)/],
  ['govern', /^(POST|PUT|PATCH|DELETE) \//],
] as const;
type Kind = (typeof KINDS)[number][0];

/** The sandbox has no people and no bill of its own. */
const OF_PRODUCTION =
  /^\/api\/v1\/(access-reviews|issuers|members|groups|directory|push|usage\/(billing|history|invoices))/;

const MAY: Record<Kind, readonly Role[]> = {
  oneself: ['owner', 'admin', 'approver', 'auditor', 'viewer'],
  'manage members': ['owner'],
  decide: ['owner', 'admin', 'approver'],
  'read usage': ['owner', 'admin', 'auditor'],
  'read what is managed': ['owner', 'admin'],
  'read payloads': ['owner', 'admin', 'approver', 'auditor'],
  read: ['owner', 'admin', 'approver', 'auditor', 'viewer'],
  report: ['owner', 'admin', 'auditor'],
  govern: ['owner', 'admin'],
};

function kindOf({ method, url }: Route): Kind {
  const what = `${method === 'HEAD' ? 'GET' : method} ${url.slice('/api/v1'.length)}`;
  const [kind] = KINDS.find(([, pattern]) => pattern.test(what)) ?? [];
  return kind ?? assert.fail(`${what} is of no kind`);
}

const PRODUCTION = '';
const SANDBOX = '/sandbox';
const CALLERS: readonly { role: Role; sandboxRole?: Role; at: readonly string[] }[] = [
  { role: 'viewer', at: [PRODUCTION] },
  { role: 'auditor', at: [PRODUCTION] },
  { role: 'approver', at: [PRODUCTION] },
  { role: 'admin', at: [PRODUCTION] },
  { role: 'owner', at: [PRODUCTION] },
  { role: 'viewer', sandboxRole: 'owner', at: [PRODUCTION, SANDBOX] },
  { role: 'admin', sandboxRole: 'viewer', at: [SANDBOX] },
];

const isChange = ({ method }: Route) => method !== 'GET' && method !== 'HEAD';
const isPublic = ({ config }: Route) => config.scope === 'public';
const onSurfaceA = ({ url }: Route) => url.startsWith('/api/v1/');

interface World {
  app: FastifyInstance;
  service: Service;
  routes: Route[];
  owner: SignedIn;
  ids: Ids;
  bodyFor(route: Route): object;
}

const BODIES: Record<string, object> = {
  'POST /api/v1/evidence/search': { artifact_type: 'governance_eval' },
  'PATCH /api/v1/members/:member_id': { role: 'auditor' },
  'POST /api/v1/members/invitations': { email: 'asked@acme.example', role: 'viewer' },
};

async function open(
  location: Parameters<typeof openWithoutHttp>[1],
  t: Parameters<typeof openWithoutHttp>[0],
) {
  const { service } = await openWithoutHttp(t, location);
  const { app, routes } = await appWithRoutes(service);
  t.after(() => app.close());
  const owner = await signedIn(service, 'default', 'owner', 'first');
  const exampleOf = await examplesOf(app);
  const made = await makeEverything({ app, service }, owner.headers, exampleOf, MARKER);
  const ids = { ...COMMON, ...made, member_id: owner.memberId };
  const bodyFor = (route: Route) => BODIES[`${route.method} ${route.url}`] ?? exampleOf(route);
  const served = routes.filter((route) => !(isPublic(route) && onSurfaceA(route)));
  const world: World = { app, service, routes: served, owner, ids, bodyFor };
  return world;
}

async function ask({ app, bodyFor, ids }: World, route: Route, headers: object, prefix = '', more: Ids = {}) {
  const url = `${prefix}${addressOf(route, { ...ids, ...more })}`;
  const payload = isChange(route) ? { payload: bodyFor(route) } : {};
  const { method } = route;
  return app.inject({ method: method as 'GET', url, headers: { ...headers }, ...payload });
}

testOnOneDatabase('admits-each-role-to-what-it-may-and-to-nothing-else', async (location, t) => {
  const world = await open(location, t);
  const routes = world.routes.filter(onSurfaceA);
  assert.ok(routes.filter(isChange).length > 40 && routes.length > 120, `${routes.length} routes`);
  for (const { role, sandboxRole = null, at } of CALLERS) {
    const name = `${role}-${sandboxRole}`;
    const { headers } = await signedIn(world.service, 'default', role, name, sandboxRole);
    for (const prefix of at) {
      const here = (prefix === SANDBOX ? sandboxRole : null) ?? role;
      // Each call changes them, so each gets its own.
      const victim = await signedIn(world.service, 'default', 'viewer', `victim-${name}${prefix.slice(1)}`);
      for (const route of routes) {
        const kind = kindOf(route);
        const may = MAY[kind].includes(here) && !(prefix === SANDBOX && OF_PRODUCTION.test(route.url));
        const answer = await ask(world, route, headers, prefix, { member_id: victim.memberId });
        const what = `${here} asks ${route.method} ${prefix}${route.url}: ${answer.statusCode} ${answer.body}`;
        if (may) assert.ok([200, 201, 202, 303, 400, 404, 409, 422].includes(answer.statusCode), what);
        else assert.equal(answer.statusCode, 403, what);
      }
    }
  }
});

testOnOneDatabase('shows-a-viewer-no-payload-on-any-route', async (location, t) => {
  const world = await open(location, t);
  const viewer = await signedIn(world.service, 'default', 'viewer');
  const showing = async ({ headers }: SignedIn) => {
    const shown: string[] = [];
    for (const route of world.routes.filter(
      (each) => onSurfaceA(each) && MAY[kindOf(each)].includes('viewer'),
    )) {
      const { body } = await ask(world, route, headers);
      // Names of things are not payloads.
      const payloads = body.replaceAll(/(policy|halted|agent)-zebra-payload/g, '');
      if (payloads.includes(MARKER)) shown.push(`${route.method} ${route.url.slice('/api/v1'.length)}`);
    }
    return shown;
  };
  assert.deepEqual(await showing(viewer), []);
  const seenByOwner = await showing(world.owner);
  for (const route of ['POST /evidence/search', 'GET /evidence/:id', 'GET /approvals/:approval_id']) {
    assert.ok(seenByOwner.includes(route), `${route} shows the owner nothing, so it proves nothing`);
  }
});

testOnOneDatabase('shows-nothing-of-production-to-who-comes-by-the-sandbox', async (location, t) => {
  const world = await open(location, t);
  const { app, service, owner } = world;
  const person = await signedIn(service, 'default', 'viewer', 'visitor', 'owner');
  const { body: listed } = await askHttp(app, 'a', '/api/v1/api-keys');
  const ofProduction = [
    MARKER,
    owner.email,
    ...listed.keys.flatMap((key: Record<string, string>) =>
      key.environment === 'production' ? [key.id, key.name] : [],
    ),
    ...[`${MARKER}@invited.example`, 'amount_due_usd'],
  ].filter((text) => !Object.values(COMMON).includes(text));
  const asked = world.routes.filter(
    (route) => onSurfaceA(route) && (route.method === 'GET' || route.url.endsWith('/evidence/search')),
  );
  assert.ok(asked.length > 50, `${asked.length} routes`);
  const callers: [string, string, object][] = [
    ['a person', SANDBOX, person.headers],
    ['a key at its address', SANDBOX, { 'x-api-key': SANDBOX_KEY }],
    ['a key at the other address', PRODUCTION, { 'x-api-key': SANDBOX_KEY }],
  ];
  const shown: string[] = [];
  for (const [who, prefix, headers] of callers) {
    for (const route of asked) {
      const { statusCode, body } = await ask(world, route, headers, prefix);
      // A refusal may repeat a name from the address.
      if (statusCode >= 400) continue;
      for (const text of ofProduction) {
        if (body.includes(text)) shown.push(`${who}: ${route.method} ${route.url} shows ${text}`);
      }
    }
  }
  assert.deepEqual(shown, []);
});

testOnOneDatabase('refuses-each-route-to-who-is-not-signed-in', async (location, t) => {
  const world = await open(location, t);
  const { cookie, ...noSession } = world.owner.headers;
  for (const route of world.routes.filter((each) => !isPublic(each))) {
    const answer = await ask(world, route, noSession);
    assert.equal(answer.statusCode, 401, `${route.method} ${route.url}`);
    // A session only works on Surface A.
    if (onSurfaceA(route)) continue;
    const withSession = await ask(world, route, world.owner.headers);
    assert.equal(withSession.statusCode, 401, `${route.method} ${route.url} with a session`);
  }
  for (const route of world.routes.filter(isPublic)) {
    const { statusCode } = await ask(world, route, noSession);
    // A method that its path does not have.
    if (statusCode === 405) continue;
    assert.ok(statusCode < 500, `${route.method} ${route.url}: ${statusCode}`);
    assert.match(route.url, /^\/(?!api\/|v1\/|access\/)/);
  }
});

/** The page of a SAML provider sends its answer here. It reads no session, and begins none: saml.test.ts. */
const FROM_PROVIDERS = '/auth/saml/:tenant_id/acs';

testOnOneDatabase('takes-no-change-with-a-session-from-another-site', async (location, t) => {
  const world = await open(location, t);
  const { origin: _, ...noOrigin } = world.owner.headers;
  const origins = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
  ];
  const routes = world.routes.filter(
    (each) => isChange(each) && /^\/(api|auth)\//.test(each.url) && each.url !== FROM_PROVIDERS,
  );
  for (const route of routes) {
    for (const origin of origins) {
      const answer = await ask(world, route, { ...noOrigin, ...origin });
      const what = `${route.method} ${route.url} from ${origin.origin}`;
      assert.equal(answer.statusCode, 403, `${what}: ${answer.body}`);
      assert.match(answer.json().detail, /must come from a page of this service/, what);
    }
  }
  assert.ok(
    routes.some(({ url }) => url === '/auth/sign-in/email') && routes.length > 60,
    `${routes.length}`,
  );
});
