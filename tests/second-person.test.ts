/** A change of governance that needs a second person waits until another member has approved it, and is then made as asked. */
import assert from 'node:assert/strict';
import { changeSettings, heldAs, twoOwners } from './support/governance/second-person.ts';
import { SETTINGS } from './support/governance/settings.ts';
import { ask, assertTrue } from './support/http/in-process.ts';
import { askAs, decideAs } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const RULE = { id: 'none', description: '', when: "action == 'x'", effect: 'block', message: 'No.' };
const POLICY = { name: 'p', rules: [RULE] };

testAsTenantOnEachDatabase('holds-a-change-until-another-member-has-approved-it', async (tenant) => {
  const { app } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['policies']);
  assert.equal((await askAs(app, ann, '/api/v1/policies', { body: POLICY })).status, 200);
  const activate = () =>
    askAs(app, ann, '/api/v1/policies/p/activate', { body: { version: 1, expected_version: null } });
  const id = heldAs(await activate());
  assert.equal(heldAs(await activate()), id, 'it is asked for once');
  assert.equal((await askAs(app, ann, '/api/v1/policies/p')).body.active_version, null);

  const { body: shown } = await askAs(app, bob, `/api/v1/approvals/${id}`);
  assert.equal(shown.action, 'governance.policy.activate');
  assert.equal(shown.requested_by, ann.memberId);
  assert.equal(shown.change.area, 'policies');
  const paths = shown.change.differences.map(({ path }: { path: string }) => path);
  assert.ok(paths.includes('/rules'), paths.join());
  assert.deepEqual(
    (await askAs(app, bob, '/api/v1/approvals?asked=me')).body.items.map(
      (item: { approval_id: string }) => item.approval_id,
    ),
    [id],
  );

  const { change: asked } = (await askAs(app, ann, `/api/v1/approvals/${id}`)).body;
  const why = 'You asked for this change yourself: it takes a second person.';
  assert.deepEqual([asked.may_approve, asked.may_reject, asked.why_not], [false, true, why]);
  assert.deepEqual(
    [shown.change.may_approve, shown.change.may_reject, shown.change.why_not],
    [true, true, null],
  );
  const body = { arguments: { name: 'p', version: 1, expected: null, more: true } };
  const corrected = await askAs(app, bob, `/api/v1/approvals/${id}/approve`, { body });
  assert.equal(corrected.status, 422, 'a change is made as it was asked for, or not at all');

  const own = await decideAs(app, ann, 'approve', id);
  assert.deepEqual([own.status, own.body.detail], [403, why]);
  const decided = await decideAs(app, bob, 'approve', id);
  assert.deepEqual([decided.status, decided.body.status], [200, 'approved'], JSON.stringify(decided.body));
  assert.equal((await askAs(app, ann, '/api/v1/policies/p')).body.active_version, 1);

  const made = await lastChange(tenant, 'policy.activate');
  assert.equal(made.payload.by, ann.memberId);
  assert.deepEqual(made.payload.second_person, {
    approval_id: id,
    asked_by: ann.memberId,
    asked_evidence_id: shown.evidence_id,
    approved_by: [bob.memberId],
  });
  await assertTrue(app);
});

testAsTenantOnEachDatabase('switching-it-off-needs-a-second-person-too', async (tenant) => {
  const { app } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['settings']);
  const off = () => changeSettings(app, ann, () => ({ governance: { second_person: [] } }));
  const id = heldAs(await off());
  const rejected = await decideAs(app, bob, 'reject', id);
  assert.equal(rejected.body.status, 'rejected', JSON.stringify(rejected.body));
  const back = await askAs(app, ann, `${SETTINGS}/activate`, { body: { version: 0, expected_version: 1 } });
  const second = heldAs(back);
  assert.equal((await askAs(app, ann, SETTINGS)).body.version, 1);
  assert.equal((await decideAs(app, bob, 'approve', second)).status, 200);
  assert.equal((await askAs(app, ann, SETTINGS)).body.version, 0);
  assert.equal((await changeSettings(app, ann, () => ({ attestation: 'verified' }))).status, 200);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('a-key-of-the-same-person-or-of-no-one-is-no-second-person', async (tenant) => {
  const { app, key } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['settings', 'roles']);
  const id = heldAs(await changeSettings(app, ann, () => ({ attestation: 'verified' })));
  const keyOf = async (who: typeof ann) => {
    const body = {
      name: 'k',
      environment: 'production',
      scopes: ['evidence:write', 'evidence:read', 'keys:manage'],
    };
    return (await askAs(app, who, '/api/v1/api-keys', { body })).body.key;
  };
  const approve = (by: string) => ask(app, 'a', `/api/v1/approvals/${id}/approve`, { key: by, body: {} });
  assert.equal((await approve(await keyOf(ann))).status, 403);
  assert.equal((await approve(key)).status, 403, 'a key of the operator may be in the hands of Ann');
  const narrow = { name: 'n', environment: 'production', scopes: ['evidence:write', 'evidence:read'] };
  const { body: made } = await askAs(app, bob, '/api/v1/api-keys', { body: narrow });
  assert.equal((await approve(made.key)).status, 403, 'a key of Bob that may not govern');
  const adrian = await signedIn(tenant.service, tenant.name, 'approver', 'Adrian');
  assert.equal((await decideAs(app, adrian, 'approve', id)).status, 403);
  assert.equal((await approve(await keyOf(bob))).status, 200);

  // A key of the operator asks: no one knows whose hands it is in, so two members approve.
  const { body: now } = await askAs(app, ann, SETTINGS);
  const body = { settings: { ...now.settings, attestation: 'accepted' }, expected_version: now.version };
  const byKey = heldAs(await ask(app, 'a', SETTINGS, { method: 'PUT', key, body }));
  assert.equal((await decideAs(app, ann, 'approve', byKey)).body.status, 'pending');
  assert.equal((await decideAs(app, bob, 'approve', byKey)).body.status, 'approved');
  await assertTrue(app);
});

testAsTenantOnEachDatabase('refuses-what-has-changed-since-it-was-asked-for', async (tenant) => {
  const { app } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['catalogue']);
  const put = (who: typeof ann, effect: string) =>
    askAs(app, who, '/api/v1/tools', { method: 'PUT', body: { entry: { tool: 'mail.send', effect } } });
  const first = heldAs(await put(ann, 'send'));
  const other = heldAs(await put(bob, 'read'));
  assert.notEqual(first, other);
  assert.equal((await decideAs(app, ann, 'approve', other)).status, 200);
  const late = await decideAs(app, bob, 'approve', first);
  assert.deepEqual([late.status, late.body.code], [409, 'change_overtaken'], JSON.stringify(late.body));
  assert.equal((await askAs(app, ann, '/api/v1/tools')).body.items[0].entry.effect, 'read');
  assert.equal(
    (await decideAs(app, ann, 'reject', first)).body.status,
    'rejected',
    'who asked may take it back',
  );
  await assertTrue(app);
});

testAsTenantOnEachDatabase('lets-no-more-wait-than-is-made-in-one-piece', async (tenant) => {
  const { app } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['catalogue']);
  const tools = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `t${at}`, inputSchema: { type: 'object' } }));
  const add = (count: number) =>
    askAs(app, ann, '/api/v1/tools/import', { body: { source: { tools: tools(count) }, accept: true } });
  const refused = await add(501);
  assert.equal(refused.status, 413, JSON.stringify(refused.body));
  assert.match(refused.body.detail, /import at most 500 tools at a time/);
  assert.equal((await decideAs(app, bob, 'approve', heldAs(await add(500)))).status, 200);
  assert.equal((await askAs(app, ann, '/api/v1/tools?status=accepted')).body.items.length, 100);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('of-two-approvals-at-once-the-change-is-made-once', async (tenant) => {
  const { app, service } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['settings']);
  const cleo = await signedIn(service, tenant.name, 'admin', 'Cleo');
  const id = heldAs(await changeSettings(app, ann, () => ({ attestation: 'verified' })));
  const answers = await Promise.all([bob, cleo].map((who) => decideAs(app, who, 'approve', id)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await askAs(app, ann, SETTINGS)).body.version, 2);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('needs-two-members-who-can-decide', async (tenant) => {
  const { app, service, name } = tenant;
  const ann = await signedIn(service, name, 'owner', 'Ann');
  const cleo = await signedIn(service, name, 'admin', 'Cleo');
  const roles = await changeSettings(app, ann, () => ({ governance: { second_person: ['roles'] } }));
  assert.deepEqual([roles.status, roles.body.code], [409, 'second_person_missing']);
  const set = await changeSettings(app, ann, () => ({ governance: { second_person: ['policies'] } }));
  assert.equal(set.status, 200);
  const member = `/api/v1/members/${cleo.memberId}`;
  const demoted = await askAs(app, ann, member, { method: 'PATCH', body: { role: 'viewer' } });
  assert.deepEqual([demoted.status, demoted.body.code], [409, 'last_second_person']);
  const removed = await askAs(app, ann, member, { method: 'DELETE' });
  assert.deepEqual([removed.status, removed.body.code], [409, 'last_second_person']);
  const left = await askAs(app, cleo, member, { method: 'DELETE' });
  assert.equal(left.body.code, 'last_second_person');
  await assertTrue(app);
});

async function lastChange(
  { app }: { app: Parameters<typeof ask>[0] },
  action: string,
): Promise<{ payload: Record<string, unknown> }> {
  const body = { artifact_type: 'governance_change', action };
  return (await ask(app, 'a', '/api/v1/evidence/search', { body })).body.items[0];
}
