/** People don't review their own access unless they are alone, the last owner stays, and a person who is revoked keeps no door. */
import assert from 'node:assert/strict';
import { SCOPES } from '@assize/service/keys/index.ts';
import { changesOf } from './support/governance/governance.ts';
import { ask, assertTrue } from './support/http/in-process.ts';
import {
  decided,
  keptAll,
  lineIn,
  peopled,
  type Reviewer,
  reviewing,
  shownReview,
  startedReview,
} from './support/people/access-reviews.ts';
import { askAs } from './support/people/groups.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

type Headers = Readonly<Record<string, string>>;

testAsTenant('the-last-owner-and-the-reviewer-stay', async (tenant) => {
  const { app } = tenant;
  const { reviewer, who, other } = await peopled(tenant);
  const { review_id: id } = await startedReview(reviewer);
  const lineOf = async (by: Reviewer, memberId: string) =>
    lineIn(await shownReview(by, id), 'member', memberId);
  const own = await decided(reviewer, id, await lineOf(reviewer, who.memberId), 'revoked');
  assert.deepEqual([own.status, own.body.code], [409, 'own_access']);
  const theirs = { app, who: other };
  const results = await Promise.all([
    decided(reviewer, id, await lineOf(reviewer, other.memberId), 'revoked'),
    decided(theirs, id, await lineOf(theirs, who.memberId), 'revoked'),
  ]);
  assert.equal(results.filter(({ status }) => status === 200).length, 1, JSON.stringify(results));
  const left = results[0]?.status === 200 ? reviewer : theirs;
  const { lines } = await shownReview(left, id);
  const owners = lines.filter(
    ({ access, decided: made }) => made === null && access?.granted.role === 'owner',
  );
  assert.equal(owners.length, 1);
});

testAsTenantOnEachDatabase('a-reviewer-keeps-no-access-of-their-own-unless-alone', async (tenant) => {
  const { app, service, key } = tenant;
  const { reviewer, who, other, ann, group } = await peopled(tenant);
  const { body: made } = await askAs(app, who, '/api/v1/api-keys', {
    method: 'POST',
    body: { name: 'Of Olga', environment: 'production', scopes: SCOPES },
  });
  const changed = await askAs(app, who, `/api/v1/groups/${group}`, {
    method: 'PUT',
    body: { name: 'Finance', members: [ann.memberId, who.memberId], expected_revision: 1 },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { review_id: id, alone } = await startedReview(reviewer);
  assert.equal(alone, false);
  const own: [kind: string, id: string][] = [
    ['member', who.memberId],
    ['key', made.id],
    ['group_member', `${group}/${who.memberId}`],
  ];
  const ways = [reviewer, { app, who: { ...who, headers: { 'x-api-key': made.key } } }];
  for (const way of ways) {
    const shown = await shownReview(way, id);
    assert.deepEqual(
      shown.lines
        .filter((line) => line.own)
        .map(({ kind, id: of }) => [kind, of])
        .sort(),
      [...own].sort(),
    );
    for (const [kind, subject] of own) {
      const { status, body } = await decided(way, id, lineIn(shown, kind, subject), 'kept');
      assert.deepEqual(
        [status, body.code],
        [409, 'own_access'],
        `${kind} by ${Object.keys(way.who.headers)}`,
      );
    }
  }
  const theirs = { app, who: other };
  const [kind, subject] = own[0] ?? assert.fail();
  const kept = await decided(theirs, id, lineIn(await shownReview(theirs, id), kind, subject), 'kept');
  assert.deepEqual([kept.status, kept.body.decided?.by_self], [200, false]);
  const seen = await shownReview(reviewer, id);
  assert.equal((await decided(reviewer, id, lineIn(seen, 'member', other.memberId), 'revoked')).status, 200);
  assert.equal((await shownReview(reviewer, id)).alone, true, 'no one else can');
  await keptAll(reviewer, id);
  const closed = (await reviewing(reviewer, `/${id}/close`, {})).body;
  assert.equal(closed.counts.by_self, 2, 'the other one kept the place');
  assert.equal(lineIn(closed, 'key', made.id).decided?.by_self, true);
  const records = await changesOf(service, 'access_review.', key);
  assert.equal(records.find(({ change }) => change.id === made.id)?.change.by_self, true);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('a-person-who-is-revoked-leaves-no-second-door', async (tenant) => {
  const { app, service, name, key } = tenant;
  const { reviewer, other } = await peopled(tenant);
  const mint = async (headers: Headers, body: object) => {
    const made = await ask(app, 'a', '/api/v1/api-keys', { key: null, headers, body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return { 'x-api-key': made.body.key };
  };
  const all = { name: 'Door', environment: 'production', scopes: SCOPES };
  const child = await mint(other.headers, all);
  const grandchild = await mint(child, { ...all, scopes: ['keys:manage', 'evidence:read'] });
  const sandbox = await mint(other.headers, { name: 'Door', environment: 'sandbox' });
  const invite = async (headers: Headers, email: string) => {
    const offered = await ask(app, 'a', '/api/v1/members/invitations', {
      key: null,
      headers,
      body: { email, role: 'owner' },
    });
    assert.equal(offered.status, 201, JSON.stringify(offered.body));
    return offered.body.invitation_id as string;
  };
  const doors = [await invite(other.headers, 'one@evil.example'), await invite(child, 'two@evil.example')];
  const honest = await invite(reviewer.who.headers, 'new@acme.example');
  const review = await startedReview(reviewer);
  for (const door of doors) lineIn(review, 'invitation', door);
  const line = lineIn(review, 'member', other.memberId);
  assert.equal((await decided(reviewer, review.review_id, line, 'revoked')).status, 200);
  // A revocation takes effect within a second on every node.
  for (const headers of [other.headers, child, grandchild, sandbox])
    await until(async () =>
      [401, 403].includes((await ask(app, 'a', '/api/v1/me', { key: null, headers })).status),
    );
  for (const headers of [other.headers, child]) {
    const again = { key: null, headers, body: { email: 'three@evil.example', role: 'owner' } };
    assert.ok([401, 403].includes((await ask(app, 'a', '/api/v1/members/invitations', again)).status));
  }
  const left = (await shownReview(reviewer, review.review_id)).lines;
  assert.deepEqual(
    left.filter(({ kind }) => kind === 'invitation').map(({ id }) => id),
    [honest],
  );
  const withdrawn = await changesOf(service, 'member.withdraw_invitation', key);
  assert.deepEqual(withdrawn.map(({ change }) => change.invitation_id).sort(), [...doors].sort());
  const offer = lineIn(await shownReview(reviewer, review.review_id), 'invitation', honest);
  assert.deepEqual(
    [offer.access?.name, offer.access?.granted_by],
    ['new@acme.example', reviewer.who.memberId],
  );
  assert.equal((await decided(reviewer, review.review_id, offer, 'revoked')).status, 200);
  const open = (await askAs(app, reviewer.who, '/api/v1/members/invitations')).body;
  assert.deepEqual(open.invitations, [], name);
  await assertTrue(app);
});
