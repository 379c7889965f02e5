/** Where roles need a second person, a review takes no one out of a group that a route names by itself. */
import assert from 'node:assert/strict';
import { changeSettings, heldAs } from './support/governance/second-person.ts';
import { assertTrue } from './support/http/in-process.ts';
import { decided, lineIn, shownReview, startedReview } from './support/people/access-reviews.ts';
import { decideAs, newGroup } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { testAsTenant } from './support/people/tenants.ts';

testAsTenant('a-place-in-a-group-that-a-route-names-waits-for-a-second-person', async (tenant) => {
  const { app, service, name } = tenant;
  const who = await signedIn(service, name, 'owner', 'Olga');
  const bob = await signedIn(service, name, 'owner', 'Bob');
  const ann = await signedIn(service, name, 'approver', 'Ann');
  const group = await newGroup(app, who, 'Finance', [ann, bob]);
  const route = { name: 'Pay', when: { action: 'pay.*' }, ask: [{ group, approvals: 1 }] };
  const on = await changeSettings(app, who, ({ approvals }) => ({
    approvals: { ...approvals, routes: [route] },
    governance: { second_person: ['roles'] },
  }));
  assert.equal(on.status, 200, JSON.stringify(on.body));
  const reviewer = { app, who };
  const review = await startedReview(reviewer);
  const place = `${group}/${ann.memberId}`;
  const asked = await decided(reviewer, review.review_id, lineIn(review, 'group_member', place), 'revoked');
  const approval = heldAs(asked);
  const before = await shownReview(reviewer, review.review_id);
  assert.equal(lineIn(before, 'group_member', place).decided, null, 'it is there until someone approves');
  assert.equal((await decideAs(app, bob, 'approve', approval)).status, 200);
  const { lines } = await shownReview(reviewer, review.review_id);
  assert.ok(!lines.some(({ id }) => id === place), 'the other owner took them out');
  const last = lineIn(before, 'member', bob.memberId);
  const kept = await decided(reviewer, review.review_id, last, 'revoked');
  assert.deepEqual([kept.status, kept.body.code], [409, 'last_second_person']);
  await assertTrue(app);
});
