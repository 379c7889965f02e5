/** A reader that is skipped because a text has nothing for it would have found nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { loadReaders } from '../contents/index.ts';
import { linksOf, linksOfMarkdown } from './links.ts';
import { secretRules, secretsIn } from './secrets.ts';

await loadReaders();

const letters = (count: number) => 'aB3x'.repeat(count).slice(0, count);
const hex = (count: number) => '0a1b'.repeat(count).slice(0, count);
const PEM = `-----BEGIN RSA PRIVATE KEY-----\nMI${letters(200)}\n-----END RSA PRIVATE KEY-----`;

/** For each rule, texts in which it finds something. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  aws: [`aws_secret_access_key = ${letters(40)}`, `SecretAccessKey: "${letters(40)}"`],
  privatekey: [PEM],
  npm: [`npm_${letters(36)}`],
  basicauth: ['https://user:pa55word@shop.example.com/'],
  slack: [
    `xoxb-${letters(12)}-${letters(24)}`,
    `xapp-1-${letters(12)}-${letters(24)}`,
    `https://HOOKS.slack.com/services/T${letters(8)}/B${letters(8)}/${letters(24)}`,
  ],
  sendgrid: [`SG.${letters(22)}.${letters(43)}`],
  shopify: [`shpat_${hex(32)}`, `shpss_${hex(32)}`],
  stripe: [`sk_live_${letters(24)}`, `rk_test_${letters(24)}`],
  github: [
    `ghp_${letters(36)}`,
    `github_pat_${letters(82)}`,
    `ghs_1_${letters(9)}.${letters(9)}.${letters(9)}`,
  ],
  gitlab: [`glpat-${letters(20)}`],
  grafana: [`glc_${letters(40)}`, `glsa_${letters(32)}_${hex(8)}`],
  openai: [`sk-${letters(20)}T3BlbkFJ${letters(20)}`, `sk-proj-${letters(74)}T3BlbkFJ${letters(74)}`],
  anthropic: [`sk-ant-api03-${letters(93)}AA`],
  groq: [`gsk_${letters(52)}`],
  huggingface: [`hf_${'aBcD'.repeat(9).slice(0, 34)}`],
  linear: [`lin_api_${letters(40)}`],
  notion: [`ntn_${'1'.repeat(11)}${letters(35)}`],
  '1password': [`ops_${Buffer.from(JSON.stringify({ k: letters(151), a: {} })).toString('base64')}`],
  'database-connection-string': [
    'MONGODB+srv://app:pa55word@db.prod.net/app',
    'jdbc:mysql://app:pa55word@db.prod.net/app',
    'postgresql://app:pa55word@db.prod.net/app',
  ],
  'hashicorp-vault': [`hvs.${letters(95)}`, `hvb.${letters(140)}`, `hvr.${letters(95)}`],
  vercel: [`vcp_${letters(24)}`, `vck_${letters(24)}`],
  databricks: [`dapi${hex(32)}`],
  docker: [`dckr_pat_${letters(27)}`],
  figma: [`figd_${letters(40)}`],
  cloudflare: [`cfut_${letters(40)}${crc32(letters(40)).toString(16).padStart(8, '0')}`],
  tailscale: [`tskey-auth-${letters(12)}-${letters(32)}`],
};

test('each-rule-for-secrets-is-asked-of-each-text-that-it-finds-something-in', () => {
  assert.deepEqual(
    secretRules().map(({ name }) => name),
    secretRules()
      .filter(({ isAlwaysAsked }) => !isAlwaysAsked)
      .map(({ name }) => name),
    'a rule without a piece is asked of each text, which is slow: give it one, and a secret here',
  );
  for (const { name } of secretRules()) {
    for (const secret of SECRETS[name] ?? []) {
      for (const text of [secret, `Look: ${secret}, it is new.`, `{"a":"${secret}"}`]) {
        assert.deepEqual(secretsIn(text), secretsIn(text, true), `${name}: ${text}`);
      }
      assert.ok(
        secretsIn(secret).some((found) => found.startsWith(`${name}:`)),
        `${name} finds nothing in ${secret}`,
      );
    }
  }
});

test('the-rules-that-are-asked-find-what-all-rules-find-in-any-text', () => {
  const pieces = [...Object.values(SECRETS).flat(), ' ', '\n', '"', '=', ':', '_', 'Dear all', 'é'];
  const cut = fc
    .tuple(fc.constantFrom(...pieces), fc.nat(30), fc.nat(200))
    .map(([piece, from, to]) => piece.slice(from % 3 === 0 ? 0 : from, to % 2 === 0 ? undefined : to));
  fc.assert(
    fc.property(fc.array(fc.oneof(cut, fc.string({ maxLength: 8 })), { maxLength: 6 }), (parts) => {
      const text = parts.join('');
      assert.deepEqual(secretsIn(text), secretsIn(text, true));
    }),
    { numRuns: 300 },
  );
});

test('a-text-without-the-marks-of-links-has-none-in-markdown', () => {
  const marks = ['a', 'www.', 'evil.example', 'localhost', ':', '/', 'http:', 'mailto:', 'javascript:', '\\'];
  const more = [
    '*',
    '_',
    '`',
    '~',
    '!',
    '(',
    ')',
    ']',
    '#',
    '>',
    '    ',
    '\n',
    '- ',
    '&lt;',
    '&#64;',
    '|',
    '.',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...marks, ...more), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      if (/[[<@]|\/\//.test(text)) return;
      assert.deepEqual(linksOfMarkdown(text), [], text);
      for (const { href } of linksOf(text)) assert.match(href, /^http:\/\/www\./i);
    }),
    { numRuns: 1000 },
  );
});
