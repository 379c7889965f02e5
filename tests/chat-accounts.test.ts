/** A member ties an account at a chat service by a code that they made, signed in; the code proves who they are. */
import assert from 'node:assert/strict';
import { type TieResult, tieAccount } from '@assize/service/channels/accounts/index.ts';
import { removeMember } from '@assize/service/members/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, PRODUCTION_KEY, startTestService, type TestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';

const DANA = 'T0ACME/U0DANA';
const EVE = 'T0ACME/U0EVE';
const MINUTE_MS = 60_000;

type Method = 'GET' | 'POST' | 'DELETE';

function callAs({ app }: TestService, { headers }: Pick<SignedIn, 'headers'>) {
  return async (method: Method, path: string) => {
    const answer = await app.inject({ method, url: `/api/v1/members/me${path}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
}

async function codeOf(opened: TestService, member: SignedIn): Promise<string> {
  const { status, body } = await callAs(opened, member)('POST', '/chat-code');
  assert.equal(status, 201, JSON.stringify(body));
  return body.code;
}

async function typing({ service }: TestService, account: string, code: string): Promise<TieResult> {
  const { tenantId } = await findTenant(service.db, 'default');
  return tieAccount(service, { tenantId, kind: 'slack', account }, code);
}

const tiedTo = (result: TieResult) => (typeof result === 'object' ? result.member.memberId : result);

testOnEachDatabase('ties-an-account-to-the-member-who-made-the-code-and-records-it', async (location, t) => {
  const opened = await startTestService(t, location);
  const dana = await signedIn(opened.service, 'default', 'approver', 'dana');
  const call = callAs(opened, dana);
  const code = await codeOf(opened, dana);
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  assert.equal(
    tiedTo(await typing(opened, DANA, ` ${code.toLowerCase().replace('-', ' ')} `)),
    dana.memberId,
  );
  const { body } = await call('GET', '/chat-accounts');
  assert.deepEqual(
    body.accounts.map(({ kind, account }: Record<string, string>) => ({ kind, account })),
    [{ kind: 'slack', account: DANA }],
  );
  const { account_id: accountId } = body.accounts[0];
  assert.equal((await call('DELETE', `/chat-accounts/${accountId}`)).status, 200);
  assert.deepEqual((await call('GET', '/chat-accounts')).body, { accounts: [] });
  assert.equal((await call('DELETE', `/chat-accounts/${accountId}`)).status, 404);
  const { body: found } = await ask(opened.app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_change', limit: 100 },
  });
  const recorded = found.items.map(({ action }: Record<string, string>) => action);
  for (const action of ['member.tie_account', 'member.untie_account'])
    assert.ok(recorded.includes(action), recorded.join());
  assert.ok(!JSON.stringify(found).includes(code), 'the code is on record');
});

testOnEachDatabase('a-code-works-once-and-for-ten-minutes-and-until-the-next', async (location, t) => {
  const opened = await startTestService(t, location);
  const dana = await signedIn(opened.service, 'default', 'approver', 'dana');
  const used = await codeOf(opened, dana);
  assert.equal(tiedTo(await typing(opened, DANA, used)), dana.memberId);
  assert.equal(await typing(opened, EVE, used), 'wrong');
  const replaced = await codeOf(opened, dana);
  const last = await codeOf(opened, dana);
  assert.equal(await typing(opened, EVE, replaced), 'wrong');
  const late = { ...opened, service: { ...opened.service, clock: later(opened, 10 * MINUTE_MS) } };
  assert.equal(await typing(late as TestService, EVE, last), 'wrong');
  assert.equal(tiedTo(await typing(opened, EVE, last)), dana.memberId);
});

function later({ service }: TestService, ms: number) {
  return { ...service.clock, now: () => service.clock.now() + ms };
}

testOnEachDatabase('only-one-of-two-who-type-a-code-at-once-gets-it', async (location, t) => {
  const opened = await startTestService(t, location);
  const dana = await signedIn(opened.service, 'default', 'approver', 'dana');
  const code = await codeOf(opened, dana);
  const results = await Promise.all([typing(opened, DANA, code), typing(opened, EVE, code)]);
  assert.deepEqual(results.map(tiedTo).sort(), [dana.memberId, 'wrong'].sort());
});

testOnEachDatabase('an-account-can-guess-five-times-in-ten-minutes-also-at-once', async (location, t) => {
  const opened = await startTestService(t, location);
  const dana = await signedIn(opened.service, 'default', 'approver', 'dana');
  const code = await codeOf(opened, dana);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, at) => typing(opened, EVE, `00000-0000${at}`)),
  );
  assert.equal(guesses.filter((guess) => guess === 'wrong').length, 5);
  assert.equal(guesses.filter((guess) => guess === 'too_many').length, 7);
  // The right code does not help an account that has guessed, but it is not lost to its member.
  assert.equal(await typing(opened, EVE, code), 'too_many');
  assert.equal(tiedTo(await typing(opened, DANA, code)), dana.memberId);
  const again = await codeOf(opened, dana);
  const clock = later(opened, 10 * MINUTE_MS);
  const afterwards = { ...opened, service: { ...opened.service, clock } } as TestService;
  assert.equal(await typing(afterwards, EVE, '00000-00000'), 'wrong');
  assert.equal(tiedTo(await typing(opened, EVE, again)), dana.memberId);
});

testOnEachDatabase('an-account-speaks-for-one-member-until-they-leave-or-untie-it', async (location, t) => {
  const opened = await startTestService(t, location);
  const { service } = opened;
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const eve = await signedIn(service, 'default', 'approver', 'eve');
  await typing(opened, DANA, await codeOf(opened, dana));
  assert.equal(await typing(opened, DANA, await codeOf(opened, eve)), 'taken');
  assert.equal(tiedTo(await typing(opened, DANA, await codeOf(opened, dana))), dana.memberId);
  const { tenantId } = await findTenant(service.db, 'default');
  await removeMember(service, { tenantId, maker: null }, dana.memberId);
  assert.equal(tiedTo(await typing(opened, DANA, await codeOf(opened, eve))), eve.memberId);
});

testOnEachDatabase('no-code-and-no-account-reaches-another-tenant-or-member', async (location, t) => {
  const opened = await startTestService(t, location);
  const { service } = opened;
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const eve = await signedIn(service, 'default', 'approver', 'eve');
  const { tenant: other } = await keyHolder(service, 'other');
  const elsewhere = { tenantId: other.tenantId, kind: 'slack', account: DANA };
  assert.equal(await tieAccount(service, elsewhere, await codeOf(opened, dana)), 'wrong');
  await typing(opened, DANA, await codeOf(opened, dana));
  const [mine] = (await callAs(opened, dana)('GET', '/chat-accounts')).body.accounts;
  assert.deepEqual((await callAs(opened, eve)('GET', '/chat-accounts')).body, { accounts: [] });
  assert.equal((await callAs(opened, eve)('DELETE', `/chat-accounts/${mine.account_id}`)).status, 404);
});

testOnEachDatabase('a-key-has-no-accounts', async (location, t) => {
  const opened = await startTestService(t, location);
  const call = callAs(opened, { headers: { 'x-api-key': PRODUCTION_KEY } as never });
  for (const [method, path] of [
    ['POST', '/chat-code'],
    ['GET', '/chat-accounts'],
    ['DELETE', '/chat-accounts/cac_0123456789abcdef01234567'],
  ] as const)
    assert.equal((await call(method, path)).status, 403, path);
});
