/** Mail is complete, arrives, and reveals no secret, for any names and any behaviour of the server. */
import assert from 'node:assert/strict';
import { smtpMailer } from '@assize/service/notices/index.ts';
import { changeTenant } from '@assize/service/tenants/index.ts';
import { escalated, GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { ask } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { CONTACT, type Manner, mailingService, startMailServer } from './support/webhooks/mail.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PASSWORD = 'hunter2 & pass/word';

testOnEachDatabase('loses-nothing-while-the-server-refuses-hangs-or-drops', async (location, t) => {
  const server = await startMailServer(t);
  // The short timeout is for answers that never come; everything else gets time on a busy machine.
  const timeoutMs = () => (server.manner === 'hangs' ? 1500 : undefined);
  const { app, send, move, logged } = await mailingService(t, location, server.url, { timeoutMs });
  const id = await escalated(app);
  const manners: [Manner, RegExp][] = [
    ['refuses', /refused the sender or the address: 550 no such mailbox here/],
    ['hangs', /did not (?:answer|take the mail) in time/],
    ['lost', /./],
  ];
  for (const [manner, says] of manners) {
    server.manner = manner;
    logged.length = 0;
    await send();
    assert.deepEqual(
      { loggedCount: logged.length, msg: logged[0]?.msg },
      { loggedCount: 1, msg: 'could not send a mail yet' },
      manner,
    );
    assert.match(String(logged[0]?.problem), says);
    await send();
    assert.equal(logged.length, 1, 'it is put off');
    move(6 * MINUTE_MS + 15 * MINUTE_MS);
  }
  server.manner = 'takes';
  await send();
  await send();
  // A mail that the server accepted without confirming arrived twice, with one id.
  assert.equal(server.received.length, 2);
  assert.equal(server.received[0]?.messageId, server.received[1]?.messageId);
  assert.match(server.received[1]?.messageId ?? '', /^<notice-[0-9a-f]{32}@example\.net>$/);
  assert.ok(server.received[1]?.text?.includes(id));
});

testOnOneDatabase('goes-on-when-the-server-is-back', async (location, t) => {
  const port = await freePort();
  const { app, send, move, logged } = await mailingService(t, location, `smtp://127.0.0.1:${port}`);
  await escalated(app);
  await send();
  assert.match(String(logged[0]?.problem), /could not be reached: ECONNREFUSED/);
  const server = await startMailServer(t, port);
  move(MINUTE_MS);
  await send();
  assert.equal(server.received.length, 1);
});

testOnOneDatabase('gives-up-after-three-days-and-says-so', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send, move, logged } = await mailingService(t, location, server.url);
  server.manner = 'refuses';
  const id = await escalated(app);
  await send();
  // The approval would expire before that; here it waits as long as it takes.
  await service.db.updateTable('approvals').set({ expires_at: Number.MAX_SAFE_INTEGER }).execute();
  for (let hours = 0; hours < 80; hours += 1) {
    move(HOUR_MS);
    await send();
  }
  const last = logged.at(-1);
  assert.match(String(last?.msg), /^gave up a mail: Waiting for approval: invoice\.pay/);
  assert.deepEqual(last?.subjects, [id]);
  assert.equal(logged.length, 18);
  const { body } = await ask(app, 'a', '/api/v1/notices');
  assert.equal(body.items[0].status, 'given_up');
});

const HOSTILE = [
  'pay\r\nBcc: everyone@evil.example\r\n\r\nbody',
  'pay\n.\nQUIT',
  '<script>alert(1)</script><img src="https://evil.example/x.png">"\'&',
  '\u202Etxt.exe \u2066x\u2069 \u0000 \u0007 \u2028 end',
  `${'long '.repeat(2000)}end`,
  'Überweisung an Müller 支払い 💶',
  '=?utf-8?Q?fake?= <fake@evil.example>, other@evil.example',
];

testOnOneDatabase('is-whole-with-any-name', async (location, t) => {
  const server = await startMailServer(t);
  const { app, send, move } = await mailingService(t, location, server.url);
  const taken: string[] = [];
  for (const action of HOSTILE) {
    const context = { ...GRAVE.context, amount: 1 };
    const { status } = await ask(app, 'b', '/v1/governance/evaluate', {
      body: { ...GRAVE, action, agent_id: action.slice(0, 100), context },
    });
    if (status !== 200) continue;
    taken.push(action);
    await send();
    move(MINUTE_MS);
  }
  assert.ok(taken.length >= 4);
  assert.equal(server.received.length, taken.length);
  for (const mail of server.received) {
    assert.deepEqual(mail.envelope.to, [CONTACT]);
    const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'));
    const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name?.toLowerCase());
    assert.deepEqual(names.toSorted(), HEADERS, head);
    assert.doesNotMatch(mail.subject ?? '', /[\p{Cc}\p{Cf}\p{Zl}]/u);
    assert.ok([...(mail.subject ?? '')].length < 120);
    assert.ok((mail.html ?? '').length < 20_000);
    assert.doesNotMatch(mail.html ?? '', /<(?:script|img|link|iframe)\b/i);
    const links = [...(mail.html ?? '').matchAll(/<a\b[^>]*>/gi)].map(([link]) => link);
    assert.match(links.join(), /^<a href="https:\/\/assize\.example\.org\/approvals\/apr_[0-9a-f]+">$/);
    assert.doesNotMatch(mail.text ?? '', /^(?:Bcc|QUIT|\.)/m);
  }
  const unicode = server.received[taken.indexOf(HOSTILE[5] ?? '')];
  assert.equal(unicode?.subject, `Waiting for approval: ${HOSTILE[5]} (default)`);
});

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

testOnOneDatabase('goes-to-one-address-with-any-characters-in-it', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send, move } = await mailingService(t, location, server.url);
  for (const contact of [
    'a@example.org, b@evil.example',
    'a@example.org\r\nBcc: b@evil.example',
    '<b@evil.example>',
  ]) {
    // Bypasses the check on the command line.
    await changeTenant(service.db, 'default', { contact });
    await escalated(app);
    await send();
    move(10 * HOUR_MS);
  }
  const reached = server.received.map(({ envelope, to, raw }) => ({
    envelope: envelope.to,
    recipients: to?.length,
    hasBcc: /^Bcc:/im.test(raw),
  }));
  // Two addresses are not a valid contact, so nothing is sent to them.
  assert.deepEqual(reached, [{ envelope: ['b@evil.example'], recipients: 1, hasBcc: false }]);
});

testOnOneDatabase('never-reveals-the-password-of-the-server', async (location, t) => {
  const server = await startMailServer(t);
  server.manner = 'no-login';
  const login = `user:${encodeURIComponent(PASSWORD)}@`;
  const url = server.url.replace('//', `//${login}`);
  const { app, send, logged } = await mailingService(t, location, url);
  await escalated(app);
  await send();
  assert.equal(logged[0]?.problem, 'The mail server refused the login: 535');
  const shown = [JSON.stringify(logged)];
  for (const address of [
    url,
    `smtp://${login}127.0.0.1:${await freePort()}`,
    `smtp://${login}no-host.invalid`,
  ]) {
    const error = await smtpMailer({ smtpUrl: address, from: 'a@b' })
      .verify()
      .then(
        () => assert.fail('it was let in'),
        (thrown: unknown) => thrown,
      );
    assert.ok(error instanceof Error);
    shown.push(error.message, error.stack ?? '', JSON.stringify(error, Object.getOwnPropertyNames(error)));
  }
  const doctor = await assize(location, ['doctor'], { ASSIZE_SMTP_URL: url });
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /mail +problem +127\.0\.0\.1:\d+: The mail server refused the login/);
  server.manner = 'takes';
  const fine = await assize(location, ['doctor', '--json'], { ASSIZE_SMTP_URL: url });
  const mail = JSON.parse(fine.stdout).find(({ what }: { what: string }) => what === 'mail');
  assert.equal(mail.state, 'ok');
  shown.push(doctor.stdout, doctor.stderr, fine.stdout, fine.stderr);
  const forms = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64'), 'hunter2'];
  for (const form of [...forms, Buffer.from(`\0user\0${PASSWORD}`).toString('base64')]) {
    for (const text of shown) assert.equal(text.includes(form), false, text);
  }
});

testOnOneDatabase('sends-no-password-in-the-clear-to-another-machine', async (_location, t) => {
  const server = await startMailServer(t);
  // This machine, under a name that does not look like it.
  const url = `smtp://user:secret@[::ffff:127.0.0.1]:${server.port}`;
  const verifying = smtpMailer({ smtpUrl: url, from: 'a@b' }).verify();
  await assert.rejects(verifying, /^MailError: The connection to the mail server could not be encrypted/);
  assert.deepEqual({ connections: server.connections, logins: server.logins }, { connections: 1, logins: 0 });
});
