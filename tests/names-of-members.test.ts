/** Names of members: a change is evidence, no two members of a tenant look alike, and no address poses as another. */
import assert from 'node:assert/strict';
import { decide, escalated } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService, type TestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { EMAIL, invitation, joined, PASSWORD, post } from './support/people/sign-in.ts';

const rename = ({ app }: TestService, { headers }: SignedIn, name: string) =>
  post(app, '/auth/update-user', { name }, headers);

async function changesOf({ app }: TestService, action: string) {
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_change', action },
  });
  return body.items.map(({ payload }: { payload: { by: string; change: { person?: object } } }) => {
    const { person: _, ...change } = payload.change;
    return { by: payload.by, ...change };
  });
}

testOnEachDatabase('a-new-name-is-evidence-and-no-sign-in', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_APPROVAL_QUORUM: 'high=2' });
  await signedIn(started.service, 'default', 'owner', 'Olga Owner');
  const mallory = await signedIn(started.service, 'default', 'approver', 'Mallory');
  const signIns = await changesOf(started, 'member.sign_in');
  assert.equal((await rename(started, mallory, 'Mallory M')).status, 200);
  const id = await escalated(started.app);
  const way = { surface: 'a', key: null, headers: { ...mallory.headers } } as const;
  const { body } = await decide(started.app, 'approve', id, way);
  const [{ party, decided_by }] = body.decisions;
  assert.deepEqual({ party, decided_by }, { party: mallory.memberId, decided_by: 'Mallory M' });
  assert.equal((await rename(started, mallory, 'Mallory')).status, 200);
  const member = { by: mallory.memberId, member_id: mallory.memberId };
  assert.deepEqual(await changesOf(started, 'member.rename'), [
    { ...member, name: 'Mallory', earlier_name: 'Mallory M' },
    { ...member, name: 'Mallory M', earlier_name: 'Mallory' },
  ]);
  assert.deepEqual(await changesOf(started, 'member.sign_in'), signIns);
  const truth = await ask(started.app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.body.gaps, []);
});

const LIKE_OLGA = [
  'Olga Owner',
  ' olga  OWNER ',
  'Ol\u200bga Owner',
  'Оlgа Оwnеr',
  'Ｏｌｇａ Owner',
  '𝐎𝐥𝐠𝐚 Owner',
  'OIga Owner',
  'O1ga Owner',
  'olga owner@default.example',
  'OIga owner',
  '0lga ovvner',
  'Olga\u3164Owner',
  'OLGA ꓳꓪꓠꓰꓣ',
];
const NOT_SHOWN = ['\u200b', ' \u3164 ', '\u202erenwO aglO', 'Ꮎlga Owner', 'ⵔlga Owner', 'ᗞana'];

testOnOneDatabase('no-member-takes-a-name-that-another-has', async (location, t) => {
  const started = await startTestService(t, location);
  await signedIn(started.service, 'default', 'owner', 'Olga Owner');
  const mallory = await signedIn(started.service, 'default', 'approver', 'Mallory');
  for (const name of LIKE_OLGA) assert.equal((await rename(started, mallory, name)).status, 409, name);
  for (const name of NOT_SHOWN) {
    const answer = await rename(started, mallory, name);
    assert.deepEqual(
      [answer.status, answer.body.detail?.[0]?.loc],
      [422, ['body', 'name']],
      JSON.stringify(name),
    );
  }
  // Their own name, in any spelling, and names that resemble no other.
  for (const name of ['MALLORY', 'Olga Öwner', 'Ольга', '山田　太郎', 'АННА', 'نازنین‌زهرا', 'Mallory']) {
    assert.equal((await rename(started, mallory, name)).status, 200, name);
  }
});

testOnOneDatabase('no-one-joins-under-the-name-of-a-member', async (location, t) => {
  const started = await startTestService(t, location);
  await joined(started);
  for (const [turn, name] of ['Dana', 'DANA', EMAIL].entries()) {
    const token = await invitation(started, `${Buffer.from(name).toString('hex')}@acme.example`);
    const answer = await post(started.app, '/auth/join', { token, name, password: PASSWORD });
    assert.deepEqual([answer.status, /this name/.test(answer.body.detail)], [409, true], name);
    const unseen = await post(started.app, '/auth/join', { token, name: '\u2800', password: PASSWORD });
    assert.equal(unseen.status, 422);
    const again = await post(started.app, '/auth/join', {
      token,
      name: `Newcomer ${'ABC'[turn]}`,
      password: PASSWORD,
    });
    assert.equal(again.status, 200, JSON.stringify(again.body));
  }
});

testOnOneDatabase('the-name-of-one-who-left-is-not-taken-by-another', async (location, t) => {
  const started = await startTestService(t, location);
  await signedIn(started.service, 'default', 'owner');
  const olga = await signedIn(started.service, 'default', 'approver', 'Olga Owner');
  const mallory = await signedIn(started.service, 'default', 'approver', 'Mallory');
  const gone = await ask(started.app, 'a', `/api/v1/members/${olga.memberId}`, {
    method: 'DELETE',
    key: null,
    headers: { ...olga.headers },
  });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  assert.equal((await rename(started, mallory, 'Olga Owner')).status, 409);
});

testOnOneDatabase('invites-no-address-that-poses-as-another', async (location, t) => {
  const started = await startTestService(t, location);
  const invite = (email: string) =>
    ask(started.app, 'a', '/api/v1/members/invitations', { body: { email, role: 'viewer' } });
  for (const email of [
    'оlga@acme.example',
    'olgа@acme.example',
    'ol\u200bga@acme.example',
    'оса@acme.example',
    'ｏlga@acme.example',
    'olga@xn--cme-5cd.example',
    'olga@xn--80a1a.example',
    'olga@acme.ſample',
  ]) {
    const { status, body } = await invite(email);
    assert.deepEqual([status, body.detail?.[0]?.loc], [422, ['body', 'email']], email);
  }
  for (const email of [
    'olga.o+1@acme.example',
    'ольга@acme.example',
    'zoë@acme.example',
    '王伟@xn--fiq228c.example',
  ]) {
    assert.equal((await invite(email)).status, 201, email);
  }
});

testOnOneDatabase('a-sign-in-is-recorded-for-new-sessions-only', async (location, t) => {
  const started = await startTestService(t, location);
  const { cookie } = await joined(started);
  const signIns = async () => (await changesOf(started, 'member.sign_in')).length;
  assert.equal(await signIns(), 1);
  const auth = (path: string, body: object) => post(started.app, `/auth${path}`, body, { cookie });
  assert.equal((await auth('/update-user', { name: 'Dana D' })).status, 200);
  assert.equal((await auth('/two-factor/enable', { password: PASSWORD })).status, 200);
  assert.equal(await signIns(), 1);
});
