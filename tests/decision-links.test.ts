/** A link in a mail shows one approval to one person, who decides it once; no other person can do anything with it. */
import assert from 'node:assert/strict';
import { escalated } from './support/approvals/approvals.ts';
import { linkWorld, MILD } from './support/channels/decision-links.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { signedIn } from './support/people/members.ts';
import { post } from './support/people/sign-in.ts';

testOnEachDatabase('decides-once-as-the-person-of-the-link', async (location, t) => {
  const { app, dana, linkOf, open, decideBy, seen } = await linkWorld(t, location);
  const id = await escalated(app, MILD);
  const [token, reminder] = [await linkOf(id), await linkOf(id)];
  const opened = await open(token);
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.equal(opened.body.sign_in, 'none');
  assert.deepEqual([opened.body.approval_id, opened.body.member], [id, { name: 'dana' }]);
  assert.deepEqual(opened.body.approval.context.arguments, { note: 'zebra' });
  assert.equal((await seen(id)).status, 'pending');
  const decided = await decideBy(token, { comment: 'fine' });
  assert.deepEqual([decided.status, decided.body.status], [200, 'approved']);
  const { decisions } = await seen(id);
  assert.deepEqual(
    decisions.map(({ party, decided_by, comment }: Record<string, string>) => [party, decided_by, comment]),
    [[dana.memberId, 'dana', 'fine']],
  );
  for (const used of [token, reminder]) {
    for (const answer of [
      await open(used),
      await decideBy(used),
      await decideBy(used, { decision: 'rejected' }),
    ]) {
      assert.equal(answer.status, 409);
      assert.match(answer.body.detail, /You have decided already/);
    }
  }
});

testOnEachDatabase('of-two-presses-at-once-one-is-recorded', async (location, t) => {
  const { service, app, linkOf, decideBy } = await linkWorld(t, location);
  const id = await escalated(app, MILD);
  const tokens = [await linkOf(id), await linkOf(id)];
  const presses = [...tokens, ...tokens].map((token, place) =>
    decideBy(token, { decision: place % 2 === 0 ? 'approved' : 'rejected' }),
  );
  const statuses = (await Promise.all(presses)).map(({ status }) => status);
  assert.ok(statuses.includes(200) && statuses.includes(409), statuses.join(' '));
  const made = await service.db.selectFrom('approval_decisions').selectAll().execute();
  assert.equal(made.length, 1);
});

testOnOneDatabase('decides-nothing-by-following-it', async (location, t) => {
  const { app, linkOf, seen } = await linkWorld(t, location);
  const id = await escalated(app, MILD);
  const token = await linkOf(id);
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
    for (const path of [
      '/decide',
      `/decide?token=${token}`,
      '/auth/decision-link/decide',
      '/auth/decision-link/open',
    ]) {
      await app.inject({ method, url: path });
    }
  }
  // A form of another site, and a scanner that posts what it finds.
  for (const headers of [{ origin: 'https://evil.example' }, { origin: undefined }]) {
    const forged = await post(app, '/auth/decision-link/decide', { token, decision: 'approved' }, headers);
    assert.equal(forged.status, 403);
  }
  assert.equal((await seen(id)).status, 'pending');
});

testOnOneDatabase('a-link-is-for-its-approval-and-its-person-only', async (location, t) => {
  const { service, app, linkOf, open, decideBy, seen } = await linkWorld(t, location);
  const [mine, other] = [await escalated(app, MILD), await escalated(app, { ...MILD, agent_id: 'agent-8' })];
  const token = await linkOf(mine);
  const named = await decideBy(token, { approval_id: other });
  assert.equal(named.status, 422);
  const eve = await signedIn(service, 'default', 'owner', 'eve');
  for (const answer of [await open(token, eve.headers), await decideBy(token, {}, eve.headers)]) {
    assert.equal(answer.status, 403);
    assert.match(answer.body.detail, /for another person/);
  }
  // Writing into the database does not make a link, or turn one to another approval or person.
  const { db } = service;
  for (const change of [{ approval_id: other }, { member_id: eve.memberId }]) {
    await db.updateTable('decision_links').set(change).execute();
    assert.equal((await open(token)).status, 404);
    await db
      .updateTable('decision_links')
      .set({ approval_id: mine, member_id: (await memberOf(service, 'dana')) ?? '' })
      .execute();
  }
  assert.equal((await open(token)).status, 200);
  for (const wrong of [
    `${token.slice(0, -1)}-`,
    token.replace(/^\d+/, '9'),
    'x'.repeat(45),
    `0-${'A'.repeat(43)}`,
  ]) {
    if (wrong !== token) assert.equal((await open(wrong, {}, '10.0.0.7')).status, 404, wrong);
  }
  assert.deepEqual([(await seen(mine)).status, (await seen(other)).status], ['pending', 'pending']);
});

async function memberOf({ db }: Awaited<ReturnType<typeof linkWorld>>['service'], name: string) {
  const row = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select('member_id')
    .where('people.name', '=', name)
    .executeTakeFirst();
  return row?.member_id;
}
