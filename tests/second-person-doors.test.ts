/** Each way to change governance either needs a second person, and then waits for one, or says why it needs none. */
import assert from 'node:assert/strict';
import { COVERED_ACTIONS } from '@assize/service/governance/second-person/index.ts';
import { currentSettings, setSettings } from '@assize/service/governance/settings/index.ts';
import { SCOPE_OF } from './cases/scopes-of-routes.ts';
import { SECOND_PERSON_OF } from './cases/second-person-of-routes.ts';
import { PROVIDER } from './support/directory/saml-keys.ts';
import { changeSettings, heldAs, twoOwners } from './support/governance/second-person.ts';
import { SETTINGS } from './support/governance/settings.ts';
import { type Answer, assertTrue } from './support/http/in-process.ts';
import { askAs, decideAs, newGroup, standInFor } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenant('each-route-that-manages-needs-a-second-person-or-says-why-not', async () => {
  const managing = Object.entries(SCOPE_OF).filter(([, scope]) => scope.includes(':manage'));
  assert.deepEqual(Object.keys(SECOND_PERSON_OF).sort(), managing.map(([route]) => route).sort());
  for (const [route, needs] of Object.entries(SECOND_PERSON_OF))
    assert.ok('area' in needs || needs.none.endsWith('.'), route);
});

const AREAS = ['policies', 'settings', 'catalogue', 'roles'] as const;
const RULE = { id: 'r', description: '', when: 'true', effect: 'note', message: 'm' };
const ENTRY = { tool: 'mail.send', effect: 'send' };

testAsTenantOnEachDatabase('each-of-these-routes-waits-and-is-made-once-approved', async (tenant) => {
  const { app } = tenant;
  const world = await governedWorld(tenant);
  const { ann, bob, as } = world;
  const doors = await doorsOf(world);
  const invite = (role: string) => as('POST', '/members/invitations', { email: 'eve@x.example', role });
  const refused = await invite('admin');
  assert.deepEqual([refused.status, refused.body.code], [409, 'second_person_needed']);
  assert.equal((await invite('viewer')).status, 201);
  const waiting = Object.entries(SECOND_PERSON_OF).flatMap(([route, needs]) =>
    'area' in needs ? [route] : [],
  );
  assert.deepEqual([...Object.keys(doors), 'POST /api/v1/members/invitations'].sort(), waiting.sort());
  const actions = new Set<string>();
  const read = async (id: string) => (await askAs(app, bob, `/api/v1/evidence/${id}`)).body;
  for (const [route, knock] of Object.entries(doors)) {
    const id = heldAs(await knock());
    const { body: shown } = await askAs(app, bob, `/api/v1/approvals/${id}`);
    assert.ok(shown.change.differences.length > 0, `${route} shows nothing`);
    const decided = await decideAs(app, bob, 'approve', id);
    assert.equal(decided.status, 200, `${route}: ${JSON.stringify(decided.body)}`);
    const resolution = await read(decided.body.resolution_evidence_id);
    const made = await read(resolution.payload.carried_out.evidence_id);
    assert.deepEqual(made.payload.second_person.approved_by, [bob.memberId], route);
    assert.equal(made.payload.by, ann.memberId);
    actions.add(made.action);
  }
  assert.deepEqual([...actions, 'member.invite'].sort(), [...COVERED_ACTIONS].sort());
  await assertTrue(app);
});

type World = Awaited<ReturnType<typeof governedWorld>>;

/** A tenant with something of each kind, in which every part of governance needs a second person. */
async function governedWorld({ app, service, name }: TestTenant) {
  const [ann, bob, cleo] = await Promise.all(
    ['Ann', 'Bob', 'Cleo'].map((each) => signedIn(service, name, 'owner', each)),
  );
  assert.ok(ann && bob && cleo);
  const dan = await signedIn(service, name, 'approver', 'Dan');
  const as = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    askAs(app, ann, `/api/v1${path}`, { method, ...(body !== undefined && { body }) });
  const group = await newGroup(app, ann, 'Finance', [dan]);
  await policiesInForce(as);
  const list = { name: 'calendar_list', description: 'd', inputSchema: { type: 'object' } };
  await as('POST', '/tools/import', { source: { tools: [list] } });
  const [proposed] = (await askAs(app, ann, '/api/v1/tools')).body.items;
  await as('PUT', '/tools', { entry: { tool: 'files.read', effect: 'read' } });
  const [accepted] = (await askAs(app, ann, '/api/v1/tools?status=accepted')).body.items;
  const issuer = (audience: string) => ({ ...ISSUER, audience: `${audience}-${name}` });
  const added = await as('POST', '/issuers', issuer('a'));
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const route = { name: 'Pay', when: { action: 'pay.*' }, ask: [{ group, approvals: 1 }] };
  const on = await changeSettings(app, ann, ({ approvals }) => ({
    approvals: { ...approvals, routes: [route] },
    governance: { second_person: [...AREAS] },
  }));
  assert.equal(on.status, 200, JSON.stringify(on.body));
  const ids = { group, proposed: proposed.tool_id, accepted: accepted.tool_id, issuer: added.body.issuer_id };
  return { app, ann, bob, cleo, dan, as, ids, issuer };
}

const ISSUER = {
  name: 'Idp',
  issuer: 'https://idp.example',
  jwks_uri: 'https://idp.example/jwks',
  mapping: { agent: 'claims.sub', scopes: "['governance:evaluate']" },
};

const SAML = {
  issuer: 'https://idp.example/saml',
  entry_point: 'https://idp.example/sso',
  certificates: PROVIDER.certificate,
  domains: ['acme.example'],
};

async function policiesInForce(as: World['as']): Promise<void> {
  for (const name of ['p', 'q']) await as('POST', '/policies', { name, rules: [RULE] });
  for (const version of [2, 3]) {
    const rules = [{ ...RULE, message: `${version}` }];
    await as('POST', '/policies/p/versions', { rules, expected_version: version - 1 });
  }
  await as('POST', '/policies/p/activate', { version: 1, expected_version: null });
  await as('POST', '/policies/p/activate', { version: 2, expected_version: 1 });
  await as('POST', '/policies/q/activate', { version: 1, expected_version: null });
}

/** A change through each route, in an order in which all of them can be made. */
async function doorsOf({ app, ann, cleo, dan, as, ids, issuer }: World) {
  const { body: now } = await askAs(app, ann, SETTINGS);
  const settings = { ...now.settings, attestation: 'verified' };
  const members = [dan.memberId, cleo.memberId];
  const known = { targets: [{ kind: 'domain', value: 'example.com' }] };
  const doors: Record<string, () => Promise<Answer>> = {
    'POST /api/v1/policies/{name}/activate': () =>
      as('POST', '/policies/p/activate', { version: 3, expected_version: 2 }),
    'POST /api/v1/policies/{name}/rollback': () =>
      as('POST', '/policies/p/rollback', { expected_version: 3 }),
    'POST /api/v1/policies/{name}/deactivate': () =>
      as('POST', '/policies/q/deactivate', { expected_version: 1 }),
    'PUT /api/v1/tools': () => as('PUT', '/tools', { entry: ENTRY }),
    'POST /api/v1/tools/review': () => as('POST', '/tools/review', { accept: [{ tool_id: ids.proposed }] }),
    'DELETE /api/v1/tools/{tool_id}': () => as('DELETE', `/tools/${ids.accepted}`),
    'POST /api/v1/tools/import': () => as('POST', '/tools/import', { ready: 'filesystem', accept: true }),
    'POST /api/v1/targets': () => as('POST', '/targets', known),
    'PATCH /api/v1/members/{member_id}': () => as('PATCH', `/members/${dan.memberId}`, { role: 'admin' }),
    'PUT /api/v1/groups/{group_id}': () =>
      as('PUT', `/groups/${ids.group}`, { name: 'Finance', members, expected_revision: 1 }),
    'PUT /api/v1/members/{member_id}/stand-in': () => standInFor(app, ann, dan.memberId, cleo),
    'PUT /api/v1/directory': () => as('PUT', '/directory', { group_names: {}, saml: SAML }),
    'POST /api/v1/issuers': () => as('POST', '/issuers', issuer('b')),
    'PATCH /api/v1/issuers/{issuer_id}': () => as('PATCH', `/issuers/${ids.issuer}`, { name: 'Other' }),
    'PUT /api/v1/settings': () => as('PUT', '/settings', { settings, expected_version: 1 }),
    'POST /api/v1/settings/activate': () =>
      as('POST', '/settings/activate', { version: 0, expected_version: 2 }),
  };
  return doors;
}

testAsTenantOnEachDatabase('emergencies-wait-for-no-one', async (tenant) => {
  const { app } = tenant;
  const { ann, bob } = await twoOwners(tenant, AREAS);
  const as = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    askAs(app, ann, `/api/v1${path}`, { method, ...(body !== undefined && { body }) });
  const key = await as('POST', '/api-keys', { name: 'k', environment: 'production' });
  const agent = await as('POST', '/agents', { agent_id: 'agent-7' });
  const calls = [
    await as('POST', '/core/halts', { agent_id: 'agent-7', reason: 'r' }),
    await as('POST', '/agents/agent-7/suspend', { reason: 'r', expected_revision: agent.body.revision }),
    await as('DELETE', `/api-keys/${key.body.id}`),
    await standInFor(app, bob, 'me', ann),
  ];
  for (const { status, body } of calls) assert.ok(status < 300, JSON.stringify(body));
  await assertTrue(app);
});

testAsTenantOnEachDatabase('the-operator-can-always-and-is-recorded', async (tenant) => {
  const { app, service } = tenant;
  const { ann } = await twoOwners(tenant, AREAS);
  const { inForce, off } = await settingsByOperator(tenant);
  assert.equal(inForce.version, 2);
  assert.equal((await changeSettings(app, ann, () => ({ attestation: 'verified' }))).status, 200);
  const change = await service.db
    .selectFrom('artifacts')
    .select('actor')
    .where('id', '=', off)
    .executeTakeFirst();
  assert.equal(change?.actor, 'operator');
  await assertTrue(app);
});

async function settingsByOperator({ service, chain }: TestTenant) {
  const { document } = await currentSettings(service, chain);
  const by = { chain, actor: 'operator', expected: 1 };
  const inForce = await setSettings(service, by, { ...document, governance: { second_person: [] } });
  const row = await service.db
    .selectFrom('settings_in_force')
    .select('evidence_id')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { inForce, off: row.evidence_id };
}
