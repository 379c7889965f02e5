/** The receivers in the documentation accept what the service sends, and refuse all other requests. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemClock } from '@assize/service/foundation/clock.ts';
import { newSecret, secretText, signedHeaders } from '@assize/service/webhooks/endpoints/index.ts';
import { bodyOf, openSender } from '@assize/service/webhooks/sending/index.ts';
import { newFolder } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { until } from './support/until.ts';

const PAGE = path.join(import.meta.dirname, '../docs/webhooks.md');
const RECEIVERS = [
  { name: 'receiver.mjs', program: process.execPath },
  { name: 'receiver.py', program: 'python3' },
] as const;
const MINUTE_MS = 60_000;

const clock = systemClock();
const fillRandom = (target: Uint8Array) => void randomFillSync(target);
const event = { type: 'approval.created', data: '{"approval_id":"apr_ü"}', createdAt: clock.now() };
const id = 'evt_01a1fe5320ebd571bce5ee16';
const body = bodyOf(event);

for (const { name, program } of RECEIVERS) {
  const missing = spawnSync(program, ['--version']).status !== 0 && `${program} is not there`;
  test(`shows-a-receiver-that-takes-what-is-genuine (${name})`, { skip: missing }, async (t) => {
    const [secret, former, foreign] = [newSecret(fillRandom), newSecret(fillRandom), newSecret(fillRandom)];
    const { send, printed } = await startReceiver(t, name, program, secretText(secret));
    const now = clock.now();
    const signed = (atMs: number, ...secrets: Uint8Array[]) => signedHeaders(secrets, { id, atMs, body });
    const good = signed(now, secret);
    const cases: [what: string, headers: Record<string, string>, body: string, status: number][] = [
      ['as it is sent', good, body, 204],
      ['while two secrets are valid', signed(now, former, secret), body, 204],
      ['a little late', signed(now - 4 * MINUTE_MS, secret), body, 204],
      ['by another secret', signed(now, foreign), body, 400],
      ['too late', signed(now - 6 * MINUTE_MS, secret), body, 400],
      ['from too far ahead', signed(now + 6 * MINUTE_MS, secret), body, 400],
      ['another body', good, body.replace('created', 'creates'), 400],
      ['another id', { ...good, 'webhook-id': 'evt_1' }, body, 400],
      ['another time', { ...good, 'webhook-timestamp': String(Math.floor(now / 1000) + 1) }, body, 400],
      ['no time', { ...good, 'webhook-timestamp': 'now' }, body, 400],
      ['no signature', { ...good, 'webhook-signature': '' }, body, 400],
      ['nothing of it', {}, body, 400],
    ];
    for (const [what, headers, sent, status] of cases) {
      assert.equal((await send(headers, sent)).status, status, what);
    }
    await until(() => printed().split('\n').length > 3);
    const lines = printed().trim().split('\n');
    assert.deepEqual(lines, Array(3).fill(`${id} approval.created apr_ü`));
  });
}

/** Bad secrets that any sender could sign with: an empty one, or one that can be guessed. */
const NO_SECRETS: (string | undefined)[] = [
  ...[
    undefined,
    '',
    ' ',
    '\n',
    'whsec_',
    'whsec_ ',
    'whsec_=',
    'whsec_====',
    'whsec_AAAA',
    'undefined',
    'null',
  ],
  ...[
    'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ' whsec_',
    'whsec_whsec_',
  ],
];

for (const { name, program } of RECEIVERS) {
  const missing = spawnSync(program, ['--version']).status !== 0 && `${program} is not there`;
  test(`shows-a-receiver-that-takes-no-forgery-without-a-secret (${name})`, {
    skip: missing,
  }, async (t) => {
    for (const secret of NO_SECRETS) {
      const { child, send } = await receiver(t, name, program, secret);
      let status: number | null = null;
      await until(async () => {
        if (child.exitCode === null) ({ status } = await send(forgedWith(secret), body));
        return child.exitCode !== null || status !== null;
      });
      assert.notEqual(status, 204, `it takes a forgery where the secret is ${JSON.stringify(secret)}`);
      assert.notEqual(child.exitCode, 0);
    }
  });
}

/** Signs with the key that a careless reading makes of such a secret. */
function forgedWith(secret = ''): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return signedHeaders([key], { id, atMs: clock.now(), body });
}

async function startReceiver(t: TestContext, name: string, program: string, secret: string) {
  const started = await receiver(t, name, program, secret);
  await until(async () => (await started.send({}, '')).status !== null);
  return started;
}

/** Runs the receiver from the page in a process. */
async function receiver(t: TestContext, name: string, program: string, secret: string | undefined) {
  const [, source = ''] =
    new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readFileSync(PAGE, 'utf8')) ?? [];
  const folder = newFolder(t);
  const file = path.join(folder, name);
  writeFileSync(file, source);
  const port = await freePort();
  const child: ChildProcess = spawn(program, [file], {
    env: {
      ...process.env,
      PORT: String(port),
      WEBHOOK_SECRET: secret,
      NODE_NO_WARNINGS: '1',
      PYTHONIOENCODING: 'utf-8',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const sender = await openSender({ allowNetworks: ['127.0.0.0/8', '::1/128'], clock });
  t.after(() => sender.close());
  const target = { url: `http://localhost:${port}/`, environment: 'sandbox' } as const;
  const send = (headers: Record<string, string>, sent: string) => sender.send(target, headers, sent);
  return { child, send, printed: () => printed };
}
