/**
 * SQL can't make an owner unseen: truth verification names people whom the evidence did not let in, and no one whom
 * the pages let in.
 */
import assert from 'node:assert/strict';
import { hashToken } from '@assize/service/members/identity/index.ts';
import { beginReset } from '@assize/service/members/joining/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { sql } from 'kysely';
import { GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { askOk, evaluate, startTestService, type TestService } from './support/http/in-process.ts';
import { headersWith, insertedSession, signedIn } from './support/people/members.ts';
import { EMAIL, invitation, joined, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { TRUTH } from './support/truth/truth.ts';

async function gapsOf({ app }: TestService): Promise<string[]> {
  const body = await askOk(app, 'a', TRUTH);
  return body.gaps.map(({ registry, what }: { registry: string; what: string }) => `${registry}: ${what}`);
}

testOnEachDatabase('what-a-person-changes-by-the-pages-is-no-gap', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  let { cookie } = await joined(started);
  const sound = async (what: string) => assert.deepEqual(await gapsOf(started), [], what);
  const change = async (url: string, body: object) => {
    const answer = await post(app, url, body, { cookie });
    assert.equal(answer.status, 200, `${url}: ${JSON.stringify(answer.body)}`);
    if (answer.session !== undefined) cookie = answer.cookie;
    await sound(url);
    return answer.body;
  };
  await sound('joined');
  await change('/auth/update-user', { name: 'Dana Diaz' });
  const { totpURI, backupCodes } = await change('/auth/two-factor/enable', { password: PASSWORD });
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  await change('/auth/two-factor/verify-totp', { code: totp(secret) });
  const begun = await signIn(app);
  const entered = await post(
    app,
    '/auth/two-factor/verify-backup-code',
    { code: backupCodes[0] },
    { cookie: begun.cookie },
  );
  assert.equal(entered.status, 200);
  await sound('signed in with a backup code');
  await change('/auth/two-factor/generate-backup-codes', { password: PASSWORD });
  await change('/auth/two-factor/disable', { password: PASSWORD });
  await change('/auth/change-password', { current_password: PASSWORD, password: OTHER });
  await change('/auth/sign-out', {});
  assert.equal((await signIn(app, OTHER)).status, 200);
  await sound('signed in with the new password');
  const reset = await beginReset(service, EMAIL, 'hand');
  await sound('a link for a new password');
  const set = await post(app, '/auth/reset', { token: reset?.token, password: PASSWORD });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  assert.equal((await signIn(app)).status, 200);
  await sound('reset');
});

interface Attack {
  what: RegExp;
  attempt(started: TestService, owner: { userId: string; memberId: string }): Promise<unknown>;
}

const LATER = 4_102_444_800_000;

/** Accepts, on the page, an owner's invitation that no owner made. */
async function joinsUninvited({ app, service }: TestService): Promise<void> {
  const token = 'A'.repeat(43);
  const { tenant_id } = await service.db.selectFrom('tenants').select('tenant_id').executeTakeFirstOrThrow();
  await sql`INSERT INTO member_invitations (tenant_id, invitation_id, email, role, token_hash, invited_by, invited_at, expires_at)
    VALUES (${tenant_id}, 'inv_0123456789abcdef01234567', 'eve@evil.example', 'owner',
      ${Buffer.from(hashToken(token), 'hex')}, 'operator', 1, ${LATER})`.execute(service.db);
  const answer = await post(app, '/auth/join', { token, name: 'Eve', password: OTHER });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  await service.db
    .deleteFrom('member_invitations')
    .where('invited_by', '=', 'operator')
    .where('invited_at', '=', 1)
    .execute();
}

/** Approves in a session that no sign-in began, and removes it. */
async function approvesInAnInsertedSession({ app, service }: TestService, userId: string): Promise<void> {
  const { sessionId, token } = await insertedSession(service, userId);
  const { approval_id } = (await evaluate(app, 'a', GRAVE)).body;
  const url = `/api/v1/approvals/${approval_id}/approve`;
  const answer = await post(app, url, {}, headersWith(service, token));
  assert.equal(answer.body.status, 'approved', JSON.stringify(answer.body));
  await service.db.deleteFrom('person_sessions').where('id', '=', sessionId).execute();
}

/** Replaces an owner's password for one sign-in. */
async function borrowsAPassword({ app, service: { db } }: TestService): Promise<void> {
  const of = async (email: string) =>
    db
      .selectFrom('person_accounts')
      .innerJoin('people', 'people.id', 'person_accounts.user_id')
      .select(['person_accounts.id', 'person_accounts.password'])
      .where('people.email', '=', email)
      .executeTakeFirstOrThrow();
  const [owner, eve] = [await of(EMAIL), await of('mallory@acme.example')];
  const set = (password: string | null) =>
    sql`UPDATE person_accounts SET password = ${password} WHERE id = ${owner.id}`.execute(db);
  await set(eve.password);
  assert.equal((await signIn(app, OTHER)).status, 200);
  await set(owner.password);
}

const run = (statement: (db: Service['db'], userId: string) => Promise<unknown>): Attack['attempt'] => {
  return ({ service }, { userId }) => statement(service.db, userId);
};

const ATTACKS: Record<string, Attack> = {
  'an-invitation-that-was-never-made': {
    what: /invitations: Member mbr_\w+ joined by invitation inv_\w+, which was never made/,
    attempt: joinsUninvited,
  },
  'a-session-that-approved-and-is-gone': {
    what: /decisions: Member mbr_\w+ decided in a session that they never signed in to/,
    attempt: (started, { userId }) => approvesInAnInsertedSession(started, userId),
  },
  'a-password-that-was-there-for-one-sign-in': {
    what: /people: Member mbr_\w+ signed in, and the account \w+ was not as recorded/,
    attempt: borrowsAPassword,
  },
  'another-address': {
    what: /people: Of member mbr_\w+, the email is not as recorded/,
    attempt: run((db, id) =>
      sql`UPDATE people SET email = 'other@evil.example' WHERE id = ${id}`.execute(db),
    ),
  },
  'another-name': {
    what: /people: Of member mbr_\w+, the name is not as recorded/,
    attempt: run((db, id) => sql`UPDATE people SET name = 'Olga Owner' WHERE id = ${id}`.execute(db)),
  },
  'a-session-under-another-token': {
    what: /people: Of member mbr_\w+, the session \w+ is not as recorded/,
    attempt: run((db, id) =>
      sql`UPDATE person_sessions SET token = ${hashToken('mine')} WHERE id = (SELECT min(id) FROM person_sessions WHERE user_id = ${id})`.execute(
        db,
      ),
    ),
  },
  'a-passkey-that-was-never-registered': {
    what: /people: Of member mbr_\w+, the passkey pk is not as recorded/,
    attempt: run((db, id) =>
      sql`INSERT INTO person_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
        VALUES ('pk', ${id}, 'key', 'credential', 0, 'singleDevice', 0)`.execute(db),
    ),
  },
  'a-second-factor-that-was-never-set-up': {
    what: /people: Of member mbr_\w+, the factor f is not as recorded/,
    attempt: run((db, id) =>
      sql`INSERT INTO person_second_factors (id, user_id, secret, backup_codes, verified)
        VALUES ('f', ${id}, 's', '[]', 1)`.execute(db),
    ),
  },
  'a-reset-link-that-was-never-made': {
    what: /people: Of member mbr_\w+, the reset is not as recorded/,
    attempt: run((db, id) =>
      sql`INSERT INTO person_verifications (id, identifier, value, expires_at, created_at, updated_at)
        VALUES ('v', ${`reset:${hashToken('mine')}`}, ${id}, '2099-01-01', '2026-01-01', '2026-01-01')`.execute(
        db,
      ),
    ),
  },
  'an-account-elsewhere-that-was-never-linked': {
    what: /people: Of member mbr_\w+, the account a is not as recorded/,
    attempt: run((db, id) =>
      sql`INSERT INTO person_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
        VALUES ('a', ${id}, 'https://issuer.example eve', 'oidc', '2026-01-01', '2026-01-01')`.execute(db),
    ),
  },
  'the-place-of-another-person': {
    what: /people: Of member mbr_\w+, the person is not as recorded/,
    attempt: ({ service: { db } }, { memberId }) =>
      sql`UPDATE members SET user_id = 'someone' WHERE member_id = ${memberId}`.execute(db),
  },
};

testOnEachDatabase('names-whom-sql-made-an-owner', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  await joined(started);
  const { user_id: userId, member_id: memberId } = await service.db
    .selectFrom('members')
    .select(['user_id', 'member_id'])
    .executeTakeFirstOrThrow();
  const token = await invitation(started, 'mallory@acme.example');
  assert.equal((await post(app, '/auth/join', { token, name: 'Mallory', password: OTHER })).status, 200);
  await signedIn(service, 'default', 'viewer');
  assert.deepEqual(await gapsOf(started), []);
  for (const [promise, { what, attempt }] of Object.entries(ATTACKS)) {
    await t.test(promise, async () => {
      const before = await gapsOf(started);
      assert.ok(!before.some((gap) => what.test(gap)), before.join('\n'));
      await attempt(started, { userId, memberId });
      const gaps = await gapsOf(started);
      assert.ok(
        gaps.some((gap) => what.test(gap)),
        `${what}, but there were:\n${gaps.join('\n')}`,
      );
    });
  }
});
