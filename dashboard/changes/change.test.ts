import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, toldOf } from './change.ts';

const TOLD: [action: string, change: Record<string, unknown> | null, told: string][] = [
  ['halt.create', { agent_id: null, reason: 'x' }, 'halted every agent'],
  ['halt.lift', { agent_id: 'a-1' }, 'lifted the halt of a-1'],
  [
    'tools.accept',
    { tools: [{ name: 'a' }, { name: 'b' }, null, { name: 'c' }, { name: 'd' }] },
    'accepted tools a, b, c and 1 more',
  ],
  ['key.create', { name: 'ci', key_id: 'key_1' }, 'created the key ci'],
  ['member.join', { role: 'owner' }, 'joined as owner'],
  ['policy.activate', null, 'activated the policy'],
  [
    'governance.policy.roll_back',
    { area: 'policies', arguments: { name: 'mails' } },
    'asked a second person to approve: policy roll back mails',
  ],
  [
    'compliance.set_owner',
    { framework: 'soc2', control: 'CC6.1', owner: 'mbr_1' },
    'set who answers for the control soc2 CC6.1',
  ],
  ['compliance.sign_off', { control: null, name: 'Dana' }, 'signed off a report of exceptions'],
  ['sun.rise', { any: 1 }, 'sun rise'],
];
for (const [action, change, told] of TOLD) {
  test(`tells ${action} ${JSON.stringify(change)}`, () => {
    const { verb, subject } = toldOf(action, change);
    assert.equal([verb, subject].filter(Boolean).join(' '), told);
  });
}

test('knows-the-kind-of-a-change', () => {
  assert.equal(kindOf('signing_key.rotate'), 'signing_key');
  assert.equal(kindOf('governance.policy.activate'), 'policy');
  assert.equal(kindOf('toString.x'), null);
});
