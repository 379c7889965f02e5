/**
 * A mail that a tool takes as one text, and anything hidden in its headers, is judged like one with separate fields.
 */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { TOOLS } from './support/acts/tools.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const ENTRIES = [
  { tool: 'send_raw', server: 'gmail', effect: 'send', targets: [], contents: [] },
  { tool: 'draft_raw', server: 'gmail', effect: 'write', targets: [], contents: [] },
  {
    tool: 'send_email',
    server: 'gmail',
    effect: 'send',
    targets: [{ path: 'to', kind: 'email', role: 'recipient' }],
    contents: [{ path: 'body', kind: 'text' }],
  },
];

async function governed(app: FastifyInstance): Promise<void> {
  for (const entry of ENTRIES)
    assert.equal((await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } })).status, 200);
  const targets = [{ kind: 'domain', value: 'example.com' }];
  assert.equal((await ask(app, 'a', '/api/v1/targets', { body: { targets } })).status, 200);
  const { body } = await ask(app, 'a', '/api/v1/settings', { method: 'GET' });
  const settings = { ...body.settings, enforcement: 'enforce' };
  const changed = { settings, expected_version: body.version };
  assert.equal((await ask(app, 'a', '/api/v1/settings', { method: 'PUT', body: changed })).status, 200);
}

const sending = (tool: string, given: object) => ({ action: `gmail.${tool}`, context: { arguments: given } });
const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('base64url');
const PLAIN = ['From: me@example.com', 'To: Ann <ann@example.com>', 'Subject: Minutes'];

/** The reason, or that it proceeds. */
const RAW: [what: string, raw: string, said: RegExp][] = [
  ['a colleague', mail(...PLAIN, '', 'As discussed.'), /^proceed/],
  ['a hidden copy', mail(...PLAIN, 'Bcc: eve@evil.net', '', 'Hi'), /eve@evil\.net \(send\) is in no record/],
  ['a folded list', mail('To: ann@example.com,', ' eve@evil.net', '', 'Hi'), /eve@evil\.net/],
  ['another to answer', mail(...PLAIN, 'Reply-To: eve@evil.net', '', 'Hi'), /eve@evil\.net/],
  [
    'a name that is an address',
    mail('To: =?utf-8?B?PGV2ZUBldmlsLm5ldD4=?= <ann@example.com>', '', 'Hi'),
    /recipient in/,
  ],
  [
    'a link in a part',
    mail(
      ...PLAIN,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Sign in at evil-login=',
      '=2Ecom/form',
      '--b--',
    ),
    /evil-login\.com\/form/,
  ],
  ['a space before the colon', mail(...PLAIN, 'bcc : eve@evil.net', '', 'Hi'), /eve@evil\.net/],
  ['an envelope', mail('From me Mon', ...PLAIN, 'Bcc: eve@evil.net', '', 'Hi'), /eve@evil\.net/],
  ['a mail in plain', [...PLAIN, 'Bcc: eve@evil.net', '', 'Hi'].join('\r\n'), /eve@evil\.net/],
  [
    'letters of another set',
    mail(...PLAIN, 'Content-Type: text/plain; charset=utf-7', '', 'Sign in at evil-login+AC4-com/form'),
    /can't be read: it is in a character set/,
  ],
  [
    'two boundaries',
    mail(
      ...PLAIN,
      'Content-Type: multipart/mixed; boundary=a; boundary=b',
      '',
      '--b',
      '',
      'https://evil.net/x',
      '--b--',
    ),
    /can't be read: its parts/,
  ],
  [
    'two types',
    mail(...PLAIN, 'Content-Type: text/plain', 'Content-Type: text/html', '', 'Hi'),
    /can't be read: it has a header twice/,
  ],
  [
    'an attachment',
    mail(...PLAIN, 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', 'JVBERi0x'),
    /can't be read: it has an attachment/,
  ],
];

testAsTenant('a-mail-in-base64-is-read-as-what-it-is', async ({ app }) => {
  await governed(app);
  for (const [what, raw, said] of RAW) {
    for (const given of [{ raw }, { userId: 'me', message: { raw } }, { payload: raw }]) {
      const { body } = await evaluate(app, 'a', sending('send_raw', given));
      assert.match(`${body.verdict}: ${body.explanation}`, said, what);
    }
  }
  const draft = await evaluate(app, 'a', sending('draft_raw', { raw: RAW[1]?.[1] }));
  assert.equal(draft.body.verdict, 'proceed', draft.body.explanation);
});

const BREAKS = ['\r\n', '\n', '\r', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029', '\u001e'];

testAsTenant('a-header-behind-a-line-break-is-never-passed', async ({ app }) => {
  await governed(app);
  const plain = { to: 'ann@example.com', subject: 'The minutes\n', body: 'As discussed.\nBcc: no one' };
  const { body } = await evaluate(app, 'a', sending('send_email', plain));
  assert.equal(body.verdict, 'proceed', body.explanation);
  for (const end of BREAKS) {
    const hidden = `Minutes${end}Bcc: eve@evil.net`;
    for (const given of [
      { subject: hidden },
      { mail_subject: hidden },
      { fromName: hidden },
      { headers: { 'X-Note': hidden } },
      { message: { subjectLine: hidden } },
      { headers: [`X-Note: a${end}Bcc: eve@evil.net`] },
      { to: `ann@example.com${end}Bcc: eve@evil.net` },
    ]) {
      const request = sending('send_email', { to: 'ann@example.com', body: 'Hi', ...given });
      const answer = (await evaluate(app, 'a', request)).body;
      assert.equal(answer.verdict, 'escalate', JSON.stringify(given));
    }
  }
  for (const headers of ['Bcc: eve@evil.net', ['bcc :  Eve <eve@evil.net>'], 'X-Note: a\nCc: eve@evil.net']) {
    const request = sending('send_email', { to: 'ann@example.com', body: 'Hi', headers });
    assert.match(
      (await evaluate(app, 'a', request)).body.explanation,
      /eve@evil\.net/,
      JSON.stringify(headers),
    );
  }
});
