/** A sign-in leaves cookies that only the browser can use, and nothing secret in logs and evidence. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { EMAIL, invitation, OTHER, PASSWORD, post } from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

testOnOneDatabase('cookies-are-bound-to-the-host-and-hidden-from-scripts', async (location, t) => {
  for (const [baseUrl, isSecure] of [
    ['https://assize.example.org', true],
    ['http://localhost:8080', false],
  ] as const) {
    const started = await startTestService(t, location, { ASSIZE_BASE_URL: baseUrl });
    const { app } = started;
    const from = { host: new URL(baseUrl).host, origin: baseUrl };
    const body = { email: EMAIL, password: PASSWORD };
    if (isSecure) {
      const token = await invitation(started, null);
      const join = { ...body, token, name: 'Dana' };
      assert.equal((await post(app, '/auth/join', join, from)).status, 200);
    }
    const payload = JSON.stringify(body);
    const headers = { ...from, 'content-type': 'application/json' };
    const answers = [
      await app.inject({ method: 'POST', url: '/auth/sign-in/email', headers, payload }),
      await app.inject({ url: '/auth/passkey/generate-authenticate-options', headers: from }),
    ];
    const cookies = answers.flatMap((answer) => [answer.headers['set-cookie']].flat().map(String));
    assert.ok(cookies.length >= 2, cookies.join('\n'));
    for (const cookie of cookies) {
      assert.match(cookie, isSecure ? /^__Host-assize\./ : /^assize\./);
      assert.equal(/; Secure/i.test(cookie), isSecure, cookie);
      assert.match(cookie, /; HttpOnly/i);
      assert.match(cookie, /; SameSite=(Strict|Lax)/i);
      assert.match(cookie, /; Path=\/(;|$)/i);
      assert.doesNotMatch(cookie, /; Domain/i);
    }
    const page = await app.inject({ url: '/', headers: from });
    assert.equal(page.headers['strict-transport-security'] !== undefined, isSecure);
    assert.equal(page.headers['x-frame-options'], 'DENY');
  }
});

testOnOneDatabase('keeps-secrets-out-of-the-log-and-the-evidence', async (location, t) => {
  const service = await spawnService(location, {
    ASSIZE_LOG_LEVEL: 'trace',
    ASSIZE_TRUSTED_PROXIES: '127.0.0.1',
  });
  t.after(() => service.stop('SIGTERM'));
  const link = /\/join#(\S+)/.exec(service.output())?.[1] ?? '';
  const said = service.output().length;
  const send = async (path: string, body: object, cookie = '') => {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        origin: service.baseUrl,
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.7',
        cookie,
      },
      body: JSON.stringify(body),
    });
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
    return { status: answer.status, cookie: cookies.join('; '), text: await answer.text() };
  };
  const person = { email: EMAIL, password: PASSWORD };
  const { cookie, status } = await send('/auth/join', { ...person, token: link, name: 'Dana' });
  assert.equal(status, 200);
  const enabled = await send('/auth/two-factor/enable', { password: PASSWORD }, cookie);
  const { totpURI, backupCodes } = JSON.parse(enabled.text);
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const code = { code: totp(secret) };
  assert.equal((await send('/auth/two-factor/verify-totp', code, cookie)).status, 200);
  const begun = await send('/auth/sign-in/email', person);
  const [backup] = backupCodes;
  const entered = await send('/auth/two-factor/verify-backup-code', { code: backup }, begun.cookie);
  assert.equal(entered.status, 200, entered.text);
  await send('/auth/sign-in/email', { ...person, password: OTHER });
  await send('/auth/update-user', { name: { $ne: PASSWORD } }, entered.cookie);

  const headers = { cookie: entered.cookie, origin: service.baseUrl, 'content-type': 'application/json' };
  const search = { method: 'POST', headers, body: JSON.stringify({ limit: 100 }) };
  const evidence = await (await fetch(`${service.baseUrl}/api/v1/evidence/search`, search)).text();
  assert.match(evidence, /member\.sign_in/);
  await until(() => service.output().includes('/auth/update-user'), service.output);
  const tokens = [cookie, entered.cookie].map((each) => /assize\.session=([^.;]+)/.exec(each)?.[1] ?? '');
  const log = service.output().slice(said);
  for (const hidden of [...tokens, PASSWORD, OTHER, link, secret, backup]) {
    assert.ok(hidden.length >= 8);
    assert.ok(!log.includes(hidden) && !evidence.includes(hidden), hidden);
  }
  const listed = await fetch(`${service.baseUrl}/auth/sessions`, { headers });
  const { sessions } = (await listed.json()) as { sessions: { address: string }[] };
  assert.deepEqual(
    sessions.map(({ address }) => address),
    ['198.51.100.7', '198.51.100.7'],
  );
});
