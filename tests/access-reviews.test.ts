/** Reviews of access over the API: everything that can get in is listed, kept or really revoked, and recorded. */
import assert from 'node:assert/strict';
import { changesOf } from './support/governance/governance.ts';
import { ask, askOk, assertTrue } from './support/http/in-process.ts';
import {
  decided,
  keptAll,
  lineIn,
  peopled,
  reviewing,
  shownReview,
  startedReview,
} from './support/people/access-reviews.ts';
import { askAs } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

testAsTenantOnEachDatabase('lists-all-that-can-get-in-with-who-granted-it', async (tenant) => {
  const { app, key } = tenant;
  const { reviewer, who, ann, group, secret, issuer, chat } = await peopled(tenant);
  await askOk(app, 'a', '/api/v1/me', { key: secret });
  const review = await startedReview(reviewer);
  const member = lineIn(review, 'member', ann.memberId);
  assert.deepEqual(member.access?.granted, { role: 'approver', sandbox_role: null });
  assert.equal(member.access?.granted_by, 'operator');
  await askAs(app, who, `/api/v1/members/${ann.memberId}`, { method: 'PATCH', body: { role: 'auditor' } });
  const changed = lineIn(await shownReview(reviewer, review.review_id), 'member', ann.memberId);
  assert.equal(changed.access?.granted_by, who.memberId, 'who changed the role granted it');
  assert.notEqual(changed.state, member.state);
  assert.equal(lineIn(review, 'group_member', `${group}/${ann.memberId}`).access?.name, 'Ann in Finance');
  const agent = lineIn(review, 'agent', 'production/desk');
  const [made] = (agent.access?.granted.keys ?? []) as string[];
  const own = lineIn(review, 'key', made ?? '').access;
  assert.deepEqual([own?.granted.agent_id, own?.granted.environment], ['desk', 'production']);
  assert.match(own?.granted_by ?? '', /^key_/);
  assert.ok(Date.parse(own?.ends_at ?? '') > Date.parse(own?.since ?? ''));
  assert.equal(lineIn(review, 'chat_account', chat).access?.granted.account, 'T1/U1');
  assert.deepEqual(lineIn(review, 'issuer', issuer).access?.granted.mapping, {
    scopes: "['governance:evaluate']",
  });
  const kinds = new Set(review.lines.map(({ kind }) => kind));
  assert.deepEqual([...kinds], ['member', 'group_member', 'key', 'agent', 'chat_account', 'issuer']);
  const { body } = await ask(app, 'a', '/api/v1/access-reviews', { key });
  assert.equal(body.items[0].review_id, review.review_id);
});

testAsTenantOnEachDatabase('one-press-revokes-for-real-and-closing-counts', async (tenant) => {
  const { app, service, key } = tenant;
  const { reviewer, who, other, ann, group, secret, issuer, chat } = await peopled(tenant);
  const review = await startedReview(reviewer);
  const id = review.review_id;
  const [made] = (lineIn(review, 'agent', 'production/desk').access?.granted.keys ?? []) as string[];
  const gone: [kind: string, id: string][] = [
    ['agent', 'production/desk'],
    ['group_member', `${group}/${ann.memberId}`],
    ['chat_account', chat],
    ['issuer', issuer],
    ['key', made ?? ''],
    ['member', ann.memberId],
  ];
  for (const [kind, subject] of gone) {
    const line = lineIn(await shownReview(reviewer, id), kind, subject);
    const { status, body } = await decided(reviewer, id, line, 'revoked');
    assert.deepEqual([status, body.decided?.decision], [200, 'revoked'], JSON.stringify([kind, body]));
    assert.equal(body.decided.by, who.memberId);
    assert.equal((await decided(reviewer, id, line, 'kept')).status, 404, `${kind} is gone`);
  }
  await until(async () => (await ask(app, 'a', '/api/v1/me', { key: secret })).status === 403);
  await until(async () => [401, 403].includes((await askAs(app, ann, '/api/v1/me')).status));
  const agent = await askOk(app, 'a', '/api/v1/agents/desk', { key });
  assert.deepEqual([agent.status, agent.status_reason], ['suspended', `Access review ${id}`]);
  assert.equal((await askAs(app, who, `/api/v1/issuers/${issuer}`)).status, 404);
  assert.deepEqual((await askAs(app, who, `/api/v1/groups/${group}`)).body.members, []);
  const early = await reviewing(reviewer, `/${id}/close`, {});
  assert.deepEqual([early.status, early.body.code], [409, 'review_incomplete']);
  await keptAll(reviewer, id);
  const own = (await reviewing(reviewer, `/${id}/close`, {})).body.code;
  assert.equal(own, 'review_incomplete', 'the other owner keeps the place of the first');
  await keptAll({ app, who: other }, id);
  const closed = (await reviewing(reviewer, `/${id}/close`, {})).body;
  assert.deepEqual(
    [closed.status, closed.closed_by, closed.counts.revoked],
    ['closed', who.memberId, gone.length],
  );
  assert.equal(closed.lines.length, closed.counts.kept + closed.counts.revoked);
  assert.equal(lineIn(closed, 'member', ann.memberId).access?.name, 'Ann');
  const records = await changesOf(service, 'access_review.', key);
  assert.deepEqual(records.at(-1)?.change.counts, closed.counts);
  assert.equal(records.filter(({ action }) => action === 'access_review.revoke').length, gone.length);
  assert.equal((await reviewing(reviewer, `/${id}/close`, {})).body.code, 'review_closed');
  await assertTrue(app);
});

testAsTenant('a-decision-is-about-what-was-seen', async (tenant) => {
  const { app } = tenant;
  const { reviewer, who, ann } = await peopled(tenant);
  const { review_id: id, lines } = await startedReview(reviewer);
  const seen = lineIn({ lines } as Awaited<ReturnType<typeof shownReview>>, 'member', ann.memberId);
  const promote = (role: string) =>
    askAs(app, who, `/api/v1/members/${ann.memberId}`, { method: 'PATCH', body: { role } });
  await promote('admin');
  for (const decision of ['kept', 'revoked'] as const) {
    const { status, body } = await decided(reviewer, id, seen, decision);
    assert.deepEqual([status, body.code], [409, 'access_changed']);
  }
  const line = async () => lineIn(await shownReview(reviewer, id), 'member', ann.memberId);
  assert.equal((await decided(reviewer, id, await line(), 'kept')).status, 200);
  assert.equal((await line()).decided?.decision, 'kept');
  await promote('owner');
  assert.equal((await line()).decided, null, 'it may do more than what was kept');
  const made = await ask(app, 'a', '/api/v1/api-keys', {
    key: null,
    headers: who.headers,
    body: { name: 'New', environment: 'production' },
  });
  assert.equal(
    lineIn(await shownReview(reviewer, id), 'key', made.body.id).decided,
    null,
    'new ones come in',
  );
  assert.equal((await reviewing(reviewer, '', {})).body.code, 'review_open', 'one at a time');
});

testAsTenantOnEachDatabase('of-many-presses-at-once-each-is-recorded-once', async (tenant) => {
  const { app, service, key } = tenant;
  const { reviewer, ann } = await peopled(tenant);
  const review = await startedReview(reviewer);
  const line = lineIn(review, 'member', ann.memberId);
  const others = review.lines.filter(({ kind }) => kind !== 'member');
  const presses = [
    ...Array.from({ length: 3 }, () => decided(reviewer, review.review_id, line, 'kept')),
    decided(reviewer, review.review_id, line, 'revoked'),
    ...others.map((each) => decided(reviewer, review.review_id, each, 'kept')),
  ];
  const answers = await Promise.all(presses);
  for (const { status, body } of answers) assert.ok([200, 404].includes(status), JSON.stringify(body));
  const shown = await shownReview(reviewer, review.review_id);
  assert.equal(lineIn(shown, 'member', ann.memberId).decided?.decision, 'revoked');
  const records = await changesOf(service, 'access_review.', key);
  const recorded = records.filter(({ action }) => action !== 'access_review.start').length;
  assert.equal(recorded, answers.filter(({ status }) => status === 200).length);
  await assertTrue(app);
});

testAsTenant('the-file-has-each-line-and-no-formula', async (tenant) => {
  const { app, service, name } = tenant;
  const { reviewer, who, other } = await peopled(tenant);
  await askAs(app, who, '/api/v1/api-keys', {
    method: 'POST',
    body: { name: '=cmd()', environment: 'production' },
  });
  const { review_id: id } = await startedReview(reviewer);
  await keptAll(reviewer, id);
  await keptAll({ app, who: other }, id);
  const file = await app.inject({
    url: `/api/v1/access-reviews/${id}/export?format=csv`,
    headers: who.headers,
  });
  assert.equal(file.statusCode, 200);
  assert.match(String(file.headers['content-disposition']), /assize-access-review\.csv/);
  const [header, ...rows] = file.body.trim().split('\r\n');
  assert.match(header ?? '', /^kind,id,name,granted,.*,decision,by_self,decided_by,decided_at,evidence_id$/);
  assert.equal(rows.length, (await shownReview(reviewer, id)).lines.length);
  for (const row of rows) assert.match(row, /,kept,false,mbr_/);
  for (const field of file.body.split(/[,"\r\n]/)) assert.doesNotMatch(field, /^[=+@]/);
  const json = await reviewing(reviewer, `/${id}/export`);
  assert.equal(json.body.lines.length, rows.length);
  const viewer = await signedIn(service, name, 'viewer', 'Vic');
  assert.equal((await reviewing({ app, who: viewer }, `/${id}`)).status, 403);
});

testAsTenant('only-owners-review-and-no-other-tenant-sees-it', async (tenant) => {
  const { app, service, name, sandboxKey } = tenant;
  const { reviewer, ann } = await peopled(tenant);
  const review = await startedReview(reviewer);
  const line = lineIn(review, 'member', ann.memberId);
  for (const role of ['admin', 'auditor', 'approver'] as const) {
    const own = { app, who: await signedIn(service, name, role, `A ${role}`) };
    assert.equal((await reviewing(own, `/${review.review_id}`)).status, 200, role);
    assert.equal((await decided(own, review.review_id, line, 'kept')).status, 403, role);
    assert.equal((await reviewing(own, `/${review.review_id}/close`, {})).status, 403, role);
  }
  const other = await keyHolder(service, `other-${review.review_id.slice(4, 20)}`);
  const url = `/api/v1/access-reviews/${review.review_id}`;
  assert.equal((await ask(app, 'a', url, { key: other.secret })).status, 404);
  assert.equal((await ask(app, 'a', url, { key: sandboxKey })).status, 403);
  assert.deepEqual((await askOk(app, 'a', '/api/v1/access-reviews', { key: other.secret })).items, []);
});
