import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Detail } from '../../client/changes/index.ts';
import { detailsOf, type Json, thingOf } from './details.ts';

const DETAILS: [
  promise: string,
  action: string,
  change: Json | null,
  earlier: Json | null,
  details: Detail[],
][] = [
  [
    'differences-of-settings',
    'settings.activate',
    {
      from: 1,
      to: 2,
      differences: [
        { path: 'approvals.separation_of_duties', from: false, to: true },
        { path: 'laws.bounded_autonomy.min_trust', from: null, to: 70 },
        'no difference',
        null,
      ],
    },
    null,
    [
      { what: 'approvals › separation of duties', from: 'off', to: 'on' },
      { what: 'laws › bounded autonomy › min trust', from: 'nothing', to: '70' },
    ],
  ],
  [
    'versions',
    'policy.activate',
    { name: 'p', from: 1, to: 2 },
    null,
    [{ what: 'version', from: '1', to: '2' }],
  ],
  [
    'the-first-version',
    'policy.activate',
    { name: 'p', from: null, to: 1 },
    null,
    [{ what: 'version', from: 'nothing', to: '1' }],
  ],
  [
    'roles',
    'member.change_role',
    { role: 'admin', earlier_role: 'viewer', sandbox_role: null },
    null,
    [{ what: 'role', from: 'viewer', to: 'admin' }],
  ],
  [
    'what-the-record-before-says',
    'budget.change',
    { budget_id: 'b', name: 'Mail', limit_usd: 200, revision: 2 },
    { budget_id: 'b', name: 'Mail', limit_usd: 100, revision: 1 },
    [{ what: 'limit usd', from: '100', to: '200' }],
  ],
  [
    'options-one-by-one',
    'sink.change',
    { sink_id: 's', name: 'SIEM', options: { host: 'b', port: 1, max_hours: 3 }, paused_at: null },
    { sink_id: 's', name: 'SIEM', options: { host: 'a', port: 1 }, paused_at: 5 },
    [
      { what: 'options › host', from: 'a', to: 'b' },
      { what: 'options › max hours', from: 'nothing', to: '3' },
    ],
  ],
  [
    'nothing-where-a-record-does-not-state-the-thing',
    'sink.sent',
    { sink_id: 's', first: 0, last: 9 },
    { sink_id: 's', name: 'SIEM', options: { host: 'a' } },
    [],
  ],
  [
    'owners-by-name',
    'agent.change',
    { agent_id: 'a', owner: { kind: 'team', id: 'Support' } },
    { agent_id: 'a', owner: null },
    [{ what: 'owner', from: 'nothing', to: 'Support' }],
  ],
  ['reasons', 'halt.create', { reason: '‮<b>' }, null, [{ what: 'reason', from: null, to: '‮<b>' }]],
  ['nothing-of-what-is-gone', 'settings.activate', null, null, []],
  ['nothing-of-another-shape', 'toString.x', { differences: {}, role: 'x' }, {}, []],
];
for (const [promise, action, change, earlier, details] of DETAILS) {
  test(`tells-${promise}`, () => assert.deepEqual(detailsOf(action, change, earlier), details));
}

test('knows-what-changes-are-about', () => {
  assert.equal(thingOf('budget.change', { budget_id: 'b', name: 'Mail' }), 'budget b');
  assert.equal(thingOf('budget.change', { budget_id: 7, name: 'Mail' }), null);
  assert.equal(thingOf('sink.sent', { sink_id: 's', first: 0 }), null);
  assert.equal(thingOf('constructor.change', { name: 'x' }), null);
  assert.equal(thingOf('agent.change', null), null);
});
