/**
 * Only owners manage members: neither another role nor a key made by one can, and keys end with the person who made
 * them.
 */
import assert from 'node:assert/strict';
import { SCOPES } from '@assize/service/keys/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Answer, ask, startTestService, type TestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { until } from './support/until.ts';

const KEYS = '/api/v1/api-keys';
const MEMBERS = '/api/v1/members';
const INVITATIONS = `${MEMBERS}/invitations`;
const CONTRACT_SCOPES = SCOPES.filter((scope) => !scope.startsWith('members:'));

type Who = SignedIn | string;

/** Asks as a person who is signed in, or with a key. */
async function as(
  { app }: TestService,
  who: Who,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<Answer> {
  const credentials = typeof who === 'string' ? { key: who } : { key: null, headers: { ...who.headers } };
  return ask(app, 'a', url, { method, ...credentials, ...(body && { body }) });
}

async function mint(started: TestService, who: Who, body: object = {}): Promise<{ id: string; key: string }> {
  const made = await as(started, who, 'POST', KEYS, { name: 'k', environment: 'production', ...body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

/** It takes effect within a second. */
const ends = (started: TestService, key: string) => until(async () => !(await works(started, key)));

const works = async ({ app }: TestService, key: string) =>
  (await ask(app, 'a', '/api/v1/me', { key })).status === 200;

testOnEachDatabase('an-admin-becomes-no-owner-by-a-key', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const admin = await signedIn(started.service, 'default', 'admin');
  const { key } = await mint(started, admin);
  const { key: child } = await mint(started, key);
  for (const who of [admin, key, child]) {
    for (const [method, url, body] of [
      ['PATCH', `${MEMBERS}/${admin.memberId}`, { role: 'owner' }],
      ['PATCH', `${MEMBERS}/${owner.memberId}`, { role: 'viewer' }],
      ['DELETE', `${MEMBERS}/${owner.memberId}`],
      ['POST', INVITATIONS, { email: 'eve@acme.example', role: 'owner' }],
      ['POST', INVITATIONS, { email: 'eve@acme.example', role: 'viewer' }],
      ['DELETE', `${INVITATIONS}/inv_0123456789abcdef01234567`],
    ] as const) {
      const answer = await as(started, who, method, url, body);
      assert.equal(answer.status, 403, `${method} ${url}: ${JSON.stringify(answer.body)}`);
    }
    const wanted = { name: 'k', environment: 'production', scopes: ['members:manage'] };
    assert.equal((await as(started, who, 'POST', KEYS, wanted)).status, 403);
  }
});

testOnOneDatabase('only-an-owner-makes-a-key-that-manages-members', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const admin = await signedIn(started.service, 'default', 'admin');
  const viewer = await signedIn(started.service, 'default', 'viewer');
  const made = await as(started, owner, 'POST', KEYS, { name: 'k', environment: 'production' });
  assert.deepEqual(made.body.scopes, CONTRACT_SCOPES);
  const { key } = await mint(started, owner, { scopes: ['members:manage', 'evidence:read'] });
  const change = (memberId: string, role: string) =>
    as(started, key, 'PATCH', `${MEMBERS}/${memberId}`, { role });
  assert.equal((await change(viewer.memberId, 'approver')).status, 200);
  // The current role counts as well as the new one.
  for (const [memberId, role] of [
    [viewer.memberId, 'admin'],
    [admin.memberId, 'viewer'],
    [owner.memberId, 'viewer'],
  ] as const) {
    assert.equal((await change(memberId, role)).status, 403, role);
  }
  assert.equal((await as(started, key, 'DELETE', `${MEMBERS}/${admin.memberId}`)).status, 403);
  const all = await mint(started, owner, { scopes: [...SCOPES] });
  // Such a key can't make another of its kind, which would outlive its owner.
  const copy = { name: 'k', environment: 'production', scopes: ['members:manage'] };
  assert.equal((await as(started, all.key, 'POST', KEYS, copy)).status, 403);
});

testOnEachDatabase('a-member-is-listed-with-their-keys-and-leaves-with-them', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const admin = await signedIn(started.service, 'default', 'admin');
  const own = await mint(started, admin, { name: 'own' });
  const child = await mint(started, own.key, { name: 'child', environment: 'sandbox' });
  const kept = await mint(started, child.key, { name: 'kept', environment: 'sandbox' });
  const { body } = await as(started, owner, 'GET', MEMBERS);
  const keysOf = (memberId: string) =>
    body.members
      .find((each: Answer['body']) => each.member_id === memberId)
      .keys.map(({ name, made_by }: Answer['body']) => [name, made_by])
      .sort();
  assert.deepEqual(keysOf(admin.memberId), [
    ['child', own.id],
    ['kept', child.id],
    ['own', admin.memberId],
  ]);
  assert.deepEqual(keysOf(owner.memberId), []);
  const gone = await as(started, owner, 'DELETE', `${MEMBERS}/${admin.memberId}?keep_keys=${kept.id}`);
  assert.deepEqual([gone.status, gone.body.revoked_keys?.sort()], [200, [own.id, child.id].sort()]);
  await Promise.all([ends(started, own.key), ends(started, child.key)]);
  assert.equal(await works(started, kept.key), true);
  const truth = await as(started, owner, 'GET', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.body.gaps, []);
});

testOnOneDatabase('only-an-owner-keeps-the-key-of-one-who-leaves', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const other = await signedIn(started.service, 'default', 'owner', 'other');
  const mighty = await mint(started, owner, { scopes: [...SCOPES] });
  const gone = (who: Who) =>
    as(started, who, 'DELETE', `${MEMBERS}/${owner.memberId}?keep_keys=${mighty.id}`);
  assert.equal((await gone(mighty.key)).status, 403);
  assert.equal((await gone(owner)).status, 403, 'nor do they keep their own version');
  const { status } = await as(started, other, 'DELETE', `${MEMBERS}/${owner.memberId}`);
  assert.equal(status, 200);
  await ends(started, mighty.key);
});

testOnOneDatabase('a-key-does-not-outlive-the-role-that-made-it', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const admin = await signedIn(started.service, 'default', 'admin');
  const broad = await mint(started, admin, { name: 'broad' });
  const narrow = await mint(started, admin, { name: 'narrow', scopes: ['evidence:read'] });
  const { status } = await as(started, owner, 'PATCH', `${MEMBERS}/${admin.memberId}`, { role: 'auditor' });
  assert.equal(status, 200);
  await ends(started, broad.key);
  assert.equal(await works(started, narrow.key), true);
});

testOnEachDatabase('no-key-is-made-by-who-is-leaving', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  const admin = await signedIn(started.service, 'default', 'admin');
  const mints = Array.from({ length: 12 }, () =>
    as(started, admin, 'POST', KEYS, { name: 'late', environment: 'sandbox' }),
  );
  const [gone, ...made] = await Promise.all([
    as(started, owner, 'DELETE', `${MEMBERS}/${admin.memberId}`),
    ...mints,
  ]);
  assert.equal(gone?.status, 200, JSON.stringify(gone?.body));
  for (const { body } of made) if (body.key) await ends(started, body.key);
  const { body } = await as(started, owner, 'GET', KEYS);
  const left = body.keys.filter(({ name, status }: Answer['body']) => name === 'late' && status === 'active');
  assert.deepEqual(left, []);
});
