/** An approval as a message of Slack says what the card says, within Slack's limits, and foreign text stays text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockFaults, viewFaults } from '../../../../tests/support/slack/block-kit.ts';
import type { Card, CardContent } from '../../card.ts';
import { commentView, detailsView, messageView, tieView } from '../interaction/views.ts';
import { postedOf } from './blocks.ts';
import { code, shown } from './text.ts';

const CONTENT: CardContent = {
  action: 'refund.create',
  agentId: 'agent-7',
  userId: 'carla',
  risk: 'high',
  targetCount: 2,
  targets: [
    { kind: 'mail', value: 'kim@acme.example', isKnown: true },
    { kind: 'mail', value: 'eve@evil.example', isKnown: false },
  ],
  amount: '90.00 EUR',
  laws: [{ name: 'Safety Dominance', reason: 'the risk is high' }],
  description: null,
  arguments: null,
  change: null,
};
const AT = Date.parse('2026-11-27T12:00:00Z');
const CARD: Card = {
  approvalId: 'apr_01a1fe5320ebd571bce5ee16',
  tenant: 'Acme',
  environment: 'production',
  state: 'pending',
  url: 'https://assize.example/approvals/apr_01a1fe5320ebd571bce5ee16',
  askedAt: AT,
  expiresAt: AT + 3_600_000,
  approvalsNeeded: 1,
  decisions: [],
  content: CONTENT,
  corrections: 0,
};

const posted = (card: Partial<Card> = {}) =>
  postedOf({ reason: 'request', cards: [{ ...CARD, ...card }] }, 'chn_1');
const textOf = (card: Partial<Card> = {}) => JSON.stringify(posted(card));
const withContent = (content: Partial<CardContent>) => ({ content: { ...CONTENT, ...content } });
const actionsIn = (card: Partial<Card>) =>
  posted(card).blocks.flatMap((block) => {
    const { type, elements } = block as { type: string; elements: { action_id: string; value: string }[] };
    return type === 'actions' ? elements.map((element) => element.action_id) : [];
  });

test('says-what-the-card-says', () => {
  const text = textOf();
  for (const said of [
    'Approval needed: refund.create',
    '`agent-7`',
    '`carla`',
    '`high`',
    '`90.00 EUR`',
    '`kim@acme.example` (`mail`, known)',
    '`eve@evil.example` (`mail`, *not known*)',
    'Safety Dominance: the risk is high',
    `<!date^${(AT + 3_600_000) / 1000}^{date_short_pretty}, {time}|2026-11-27 13:00 UTC>`,
    `<${CARD.url}|Open>`,
  ])
    assert.ok(text.includes(said), said);
  assert.deepEqual(actionsIn({}), ['approve', 'reject', 'comment', 'details']);
});

test('shows-who-decided-from-where-and-takes-the-buttons-away', () => {
  const decisions = [
    { decision: 'approved', by: 'Dana', from: 'slack', comment: 'checked', at: AT + 60_000 } as const,
  ];
  for (const [state, title] of [
    ['approved', 'Approved: refund.create'],
    ['used', 'Approved, and carried out: refund.create'],
    ['expired', 'Expired without a decision: refund.create'],
    ['rejected', 'Rejected: refund.create'],
  ] as const) {
    assert.equal(posted({ state, decisions }).text, title);
    assert.deepEqual(actionsIn({ state, decisions }), [], state);
  }
  const text = textOf({ state: 'approved', decisions });
  assert.match(text, /Approved by Dana from slack/);
  assert.match(text, /“checked”/);
});

test('tells-how-many-approvals-of-a-quorum-are-given', () => {
  const decisions = [{ decision: 'approved', by: 'Dana', from: null, comment: null, at: AT } as const];
  assert.match(textOf({ approvalsNeeded: 2, decisions }), /1 of 2 approvals/);
});

test('link-only-holds-nothing-of-the-request-and-asks-for-no-blind-decision', () => {
  const card = { content: null };
  assert.doesNotMatch(textOf(card), /refund|agent-7|carla|evil/);
  assert.ok(textOf(card).includes(CARD.url));
  assert.deepEqual(actionsIn(card), []);
});

/** Foreign text, and what must not be in the message for it. */
const HOSTILE: [what: string, text: string, never: RegExp][] = [
  ['a mention of everyone', '<!channel> <!here> <@U123>', /<!channel|<!here|<@U/],
  ['a link with another name', '<https://evil.example|Approve>', /<https:\/\/evil/],
  ['entities of its own', '&lt;!channel&gt;', /(?<!amp;)lt;!channel/],
  ['characters that turn the direction', 'abc\u202Egpj.exe', /\u202e/],
  ['isolates left open', 'a\u2067b', /\u2067/],
  ['invisible characters', 'pay\u200B\u2060\u00ADpal\u{E0041}', /[\u200B\u2060\u00AD\u{E0041}]/u],
  ['line breaks', 'a\nApproved by Dana\r\u2028b', /\\nApproved|\r|\u2028/],
  ['control characters', 'a\u0000\u001b[31mb', /\\u0000|\\u001b/],
  ['half a character', 'a\ud800b', /\\ud800/],
];

for (const [what, text, never] of HOSTILE) {
  test(`foreign-text-stays-text-with-${what.replaceAll(' ', '-')}`, () => {
    const everywhere: Partial<Card> = {
      ...withContent({
        action: text,
        agentId: text,
        userId: text,
        amount: text,
        targets: [{ kind: text, value: text, isKnown: false }],
        laws: [{ name: text, reason: text }],
      }),
      tenant: text,
      state: 'approved',
      decisions: [{ decision: 'approved', by: text, from: text, comment: text, at: AT }],
    };
    assert.doesNotMatch(textOf(everywhere), never);
    assert.deepEqual(blockFaults(posted(everywhere).blocks, 'message'), []);
  });
}

test('foreign-text-formats-nothing', () => {
  const message = posted(
    withContent({ action: '*a* `b` ```c``` _d_', targets: [], targetCount: 0, laws: [] }),
  );
  const marked = JSON.stringify(message.blocks).matchAll(/"mrkdwn","text":"(.*?)","verbatim"/g);
  const outsideCode = [...marked].map(([, text = '']) => text.replaceAll(/`[^`]+`/g, '')).join('');
  assert.doesNotMatch(outsideCode, /\*a\*|`|_d_/);
});

test('shows-unseen-characters-by-their-numbers', () => {
  assert.equal(shown('a\u202Eb\u200Bc', 100), 'a[U+202E]b[U+200B]c');
  assert.equal(shown('tab\there', 100), 'tab here');
});

test('text-from-right-to-left-keeps-its-direction-to-itself', () => {
  assert.equal(code('שלום', 100), '`\u2068שלום\u2069`');
});

test('cuts-to-the-limit-and-never-inside-an-entity', () => {
  for (const most of [5, 6, 7, 8, 9, 10]) {
    const text = shown('a<b<c<d', most);
    assert.ok(text.length <= most, `${most}: ${text}`);
    assert.match(text, /^(?:[a-d]|&lt;)+…$/);
  }
  assert.equal(shown('abcde', 5), 'abcde');
});

test('a-megabyte-in-every-field-fits-into-a-message-and-its-views', () => {
  const megabyte = '<&>\u202E'.repeat(250_000);
  const content = {
    ...CONTENT,
    action: megabyte,
    agentId: megabyte,
    userId: megabyte,
    amount: megabyte,
    description: megabyte,
    arguments: megabyte,
    targetCount: 1_000_000,
    targets: Array.from({ length: 50 }, () => ({ kind: megabyte, value: megabyte, isKnown: false })),
    laws: Array.from({ length: 50 }, () => ({ name: megabyte, reason: megabyte })),
  };
  const decision = { decision: 'approved', by: megabyte, from: megabyte, comment: megabyte, at: AT } as const;
  const card: Card = {
    ...CARD,
    tenant: megabyte,
    content,
    approvalsNeeded: 60,
    corrections: 3,
    decisions: Array.from({ length: 50 }, () => decision),
  };
  const message = postedOf({ reason: 'request', cards: [card] }, 'chn_1');
  assert.deepEqual(blockFaults(message.blocks, 'message'), []);
  assert.ok(JSON.stringify(message).length < 20_000);
  const digest = postedOf({ reason: 'digest', cards: Array.from({ length: 200 }, () => card) }, 'chn_1');
  assert.deepEqual(blockFaults(digest.blocks, 'message'), []);
  assert.deepEqual(viewFaults(detailsView(card)), []);
  const line = { what: megabyte, from: megabyte, to: megabyte };
  const sentence = [megabyte, megabyte, megabyte, megabyte].map((text) => ({ text, isForeign: true }));
  const change = { sentence, lines: Array.from({ length: 20 }, () => line), more: 1_000_000 };
  const changed = { ...card, content: { ...content, arguments: null, change } };
  const asked = postedOf({ reason: 'request', cards: [changed] }, 'chn_1');
  assert.deepEqual(blockFaults(asked.blocks, 'message'), []);
  assert.deepEqual(viewFaults(detailsView(changed)), []);
});

test('every-view-keeps-to-the-limits', () => {
  assert.deepEqual(viewFaults(commentView({ channelId: 'chn_1', approvalId: CARD.approvalId })), []);
  assert.deepEqual(viewFaults(tieView('chn_1', 'https://assize.example/account')), []);
  assert.deepEqual(viewFaults(messageView('Tied', 'x'.repeat(10_000))), []);
});
