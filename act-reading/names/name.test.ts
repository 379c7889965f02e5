/** Names of tools match however a framework writes them, and no name matches one that it only looks like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keysOfEntry, readName } from './name.ts';
import { covers, readPattern, touches } from './pattern.ts';

const SEND_EMAIL = [
  'mcp__gmail__send_email',
  'mcp_gmail_send_email',
  'gmail.send_email',
  'gmail-send-email',
  'Gmail:SendEmail',
  'gmail/sendEmail',
  'gmail_gmail_send_email',
  'mcp__gmail__gmail_send_email',
  'GMAIL__SEND_EMAIL',
  'ｇｍａｉｌ.send_email',
  'sendEmail',
  'send-email',
  'SEND_EMAIL',
];

/** An entry, then spellings of its action, then other actions. */
const TABLE: [{ tool: string; server?: string }, string[], string[]][] = [
  [{ tool: 'gmail.send_email' }, SEND_EMAIL, ['gmail.send', 'outlook.send_email', 'send_email_now', 'gmail']],
  [{ tool: 'send_email', server: 'gmail' }, SEND_EMAIL, ['mail.send_email']],
  [{ tool: 'gmail_send_email', server: 'Gmail' }, SEND_EMAIL, []],
  [{ tool: 'mcp__gmail__send_email' }, SEND_EMAIL, []],
  [
    { tool: 'github.create_issue' },
    ['GitHub:CreateIssue', 'mcp__github__create_issue', 'createIssue'],
    ['git.hub'],
  ],
  [{ tool: 'aws.getS3Object' }, ['aws_get_s3_object', 'AWS:GetS3Object'], ['aws.get_object']],
  [{ tool: 'oauth2_token' }, ['OAuth2Token', 'oauth2.token'], ['oauth_token', 'oauth.2x.token']],
  [{ tool: 'HTTPServer' }, ['http_server', 'httpServer', 'HTTP-Server'], ['https_server']],
  [{ tool: 'fetch', server: 'fetch' }, ['fetch', 'mcp__fetch__fetch'], ['fetch_all']],
  [{ tool: 'Bash' }, ['bash', 'BASH'], ['mcp__evil__bash', 'evil.bash']],
  [{ tool: 'query', server: 'postgres' }, ['mcp__postgres__query', 'query'], ['mysql.query']],
];

for (const [entry, same, other] of TABLE) {
  test(`meets-the-writings-of-${entry.server ?? ''} ${entry.tool}`, () => {
    const keys = keysOfEntry(entry)?.all ?? [];
    for (const action of same) assert.ok(keys.includes(readName(action)?.key ?? ''), action);
    for (const action of other) assert.ok(!keys.includes(readName(action)?.key ?? ''), action);
  });
}

const POSING = [
  'gmail.sеnd_email', // a Cyrillic е
  'gmail.send\u200b_email',
  'gmail.send_email\u202e',
  'gmail.ѕеnd',
  'сору',
  'gma\u0131l.send_email',
  'ɡmail.send_email',
  'gmail.send_ema\u0456l',
  'gmail.send\u2215email',
  'gmail.send_e\u0301\u0302mail',
  'gmail.\u0661',
  'ΡΑΥ',
  'gmail\u2800.send',
  'gmail.send\ud800',
  '...',
  '',
  'x'.repeat(1025),
];

for (const [place, name] of POSING.entries()) {
  test(`takes-no-name-that-poses-as-another-${place}`, () => {
    assert.equal(readName(name), null);
    assert.equal(keysOfEntry({ tool: 'x', server: name === '' ? '\u200b' : name }), null);
  });
}

for (const name of ['送信する', 'отправить_письмо', 'café.réserver', 'Gmail送信', 'إرسال', 'x'.repeat(256)]) {
  test(`takes-a-name-of-another-language-${name.slice(0, 20)}`, () => assert.notEqual(readName(name), null));
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const separator = fc.constantFrom('_', '-', '.', ':', '/', '__', ' ');

test('renaming-by-case-or-separator-changes-nothing', () => {
  const cased = (text: string, bits: number) =>
    [...text].map((letter, place) => ((bits >> (place % 30)) & 1 ? letter.toUpperCase() : letter)).join('');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.array(separator, { minLength: 5, maxLength: 5 }),
      fc.nat(),
      (words, separators, bits) => {
        const usual = words.join('_');
        const other = words
          .map((each, place) => (place === 0 ? '' : separators[place]) + cased(each, bits))
          .join('');
        assert.equal(readName(other)?.key, readName(usual)?.key);
      },
    ),
  );
});

test('one-letter-more-is-another-name', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(20), word, (words, place, more) => {
      const name = words.join('_');
      const at = place % (name.length + 1);
      const other = name.slice(0, at) + more + name.slice(at);
      if (!/^mcp/.test(name + other)) assert.notEqual(readName(other)?.key, readName(name)?.key);
    }),
  );
});

const PATTERNS: [string, string[], string[]][] = [
  ['gmail.*', ['gmail.send', 'mcp__gmail__send_email', 'GMAIL:Send'], ['gmailer.send', 'gmail', 'sendEmail']],
  ['github.*', ['GitHub:CreateIssue', 'github_create_issue'], ['git.hub2', 'gitlab.create']],
  ['*delete*', ['fs.delete_file', 'deleteAll', 'undelete'], ['fs.remove']],
  ['aws.s3_*', ['aws.s3_put', 'aws_s3_put', 'AWS.s3Put'], ['aws.ec2']],
  ['*', ['anything', 'a.b'], []],
];

for (const [text, covered, others] of PATTERNS) {
  test(`covers-what-the-pattern-says-${text}`, () => {
    const pattern = readPattern({ tool: text }) ?? assert.fail();
    for (const action of covered) assert.ok(covers(pattern, readName(action) ?? assert.fail(action)), action);
    for (const action of others) assert.ok(!covers(pattern, readName(action) ?? assert.fail(action)), action);
  });
}

test('a-separator-more-does-not-get-around-a-pattern', () => {
  const touched = (pattern: string, action: string) =>
    touches(readPattern({ tool: pattern }) ?? assert.fail(), readName(action) ?? assert.fail());
  assert.ok(touched('*delete*', 'fs.de_lete'));
  assert.ok(touched('fs.*delete*', 'fs.de-Lete_all'));
  assert.ok(!touched('git.*', 'github.create_issue'));
});
