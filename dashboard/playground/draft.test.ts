/** A link carries a draft whole, except for secrets, and a stranger's link breaks nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Draft, draftIn, FIRST_DRAFT, linkOf, requestOf, withChange } from './draft.ts';

const DRAFT: Draft = {
  action: 'stripe.create_refund',
  task: 'Répay “Ann” #42 & co',
  agent: 'support-desk',
  arguments: { amount: 40, to: [{ email: 'ann@example.com' }] },
  context: { risk_level: 'low', note: null },
};

describe('link', () => {
  test('carries-a-draft-whole', () => assert.deepEqual(draftIn(linkOf(DRAFT) ?? ''), DRAFT));

  test('leaves-out-what-looks-like-a-secret', () => {
    const secrets = {
      password: 'hunter2',
      deep: { api_key: 'x', list: ['Bearer abc.def'] },
      body: 'Use ak_0123456789abcdef0123456789abcdef',
      to: 'ann@example.com',
    };
    const link = decodeURIComponent(
      linkOf({ ...DRAFT, arguments: secrets, context: { auth_token: 'y1z' } }) ?? '',
    );
    for (const secret of ['hunter2', '"x"', 'abc.def', '0123456789abcdef', 'y1z']) {
      assert.ok(!link.includes(secret), secret);
    }
    assert.ok(link.includes('ann@example.com'));
  });

  test('is-not-offered-for-a-draft-that-is-too-long', () =>
    assert.equal(linkOf({ ...DRAFT, arguments: { body: 'x'.repeat(7000) } }), null));

  for (const hash of ['', '%', 'no', '[]', '{"action":""}', '{"action":5}', 'null']) {
    test(`reads-no-draft-in-${JSON.stringify(hash)}`, () => assert.equal(draftIn(hash), null));
  }

  test('takes-only-the-forms-that-a-draft-has', () =>
    assert.deepEqual(draftIn('{"action":"a","task":5,"agent":[],"arguments":"x","context":[1]}'), {
      action: 'a',
      task: '',
      agent: '',
      arguments: {},
      context: {},
    }));
});

test('asks-with-what-is-said-and-nothing-else', () => {
  assert.deepEqual(requestOf(FIRST_DRAFT), {
    action: 'email.send',
    context: { ...FIRST_DRAFT.context, arguments: FIRST_DRAFT.arguments },
  });
  assert.deepEqual(requestOf({ ...DRAFT, agent: '', task: '', arguments: {} }), {
    action: DRAFT.action,
    context: DRAFT.context,
  });
});

test('merges-the-change-of-a-remedy', () => {
  const changed = withChange(DRAFT, { risk_level: null, trust_score: 80, arguments: { amount: 5 } });
  assert.deepEqual(changed.context, { trust_score: 80 });
  assert.deepEqual(changed.arguments, { amount: 5 });
  assert.deepEqual(withChange(DRAFT, {}).arguments, DRAFT.arguments);
});
