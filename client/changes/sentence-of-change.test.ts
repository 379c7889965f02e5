/** The sentence and the lines that a second person reads before they decide on a change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettingsField } from '../api.ts';
import { sentenceOfChange } from './sentence-of-change.ts';
import { type Difference, toldChange } from './told-change.ts';

const FIELD = { theme: 'approvals', meaning: '', unit: null, law: null, minimum: null, maximum: null };
const FIELDS = [
  {
    ...FIELD,
    ...{ path: 'attestation', title: 'Attestation', kind: 'choice', standard: 'accepted' },
    choices: [
      { value: 'accepted', effect: 'claims count as stated' },
      { value: 'verified', effect: 'only what the service can prove counts' },
    ],
  },
  {
    ...FIELD,
    ...{ path: 'approvals.separation_of_duties', title: 'Separation of duties', kind: 'flag', choices: [] },
    standard: false,
  },
  {
    ...FIELD,
    ...{ path: 'approvals.required', title: 'Approvals', kind: 'by_risk', choices: [] },
    standard: { low: 1, medium: 1, high: 1, critical: 1 },
  },
] as unknown as SettingsField[];

const DAN = 'mbr_000000000000000000000001';
const EVE = 'mbr_000000000000000000000002';
const NAMES = { who: 'Olga', of: (id: string) => ({ [DAN]: 'Dan', [EVE]: 'Eve' })[id] ?? id };

type Area = 'policies' | 'settings' | 'catalogue' | 'roles';

function said(area: Area, action: string, args: object, differences: Difference[]): string {
  const change = { area, differences };
  const told = toldChange(change, FIELDS);
  const asked = { action: `governance.${action}`, context: { arguments: args }, change, told };
  return sentenceOfChange(asked, NAMES)
    .map(({ text }) => text)
    .join('');
}

const SENTENCES: [area: Area, action: string, args: object, differences: Difference[], sentence: string][] = [
  [
    'policies',
    'policy.activate',
    { name: 'mails', version: 2 },
    [{ path: '/version', before: 1, after: 2 }],
    'Olga wants to put version 2 of the policy mails in force instead of version 1.',
  ],
  [
    'policies',
    'policy.activate',
    { name: 'mails', version: 1 },
    [
      { path: '/in_force', before: false, after: true },
      { path: '/version', after: 1 },
    ],
    'Olga wants to put version 1 of the policy mails in force: none is in force now.',
  ],
  [
    'policies',
    'policy.roll_back',
    { name: 'mails' },
    [{ path: '/version', before: 3, after: 2 }],
    'Olga wants to put version 2 of the policy mails in force again instead of version 3.',
  ],
  [
    'policies',
    'policy.deactivate',
    { name: 'mails' },
    [{ path: '/version', before: 3 }],
    'Olga wants to take the policy mails out of force: version 3 is in force now, and then none.',
  ],
  [
    'settings',
    'settings.set',
    {},
    [{ path: '/attestation', before: 'accepted', after: 'verified' }],
    'Olga wants to change the settings: Attestation from accepted to verified.',
  ],
  [
    'settings',
    'settings.activate',
    { version: 4 },
    [
      {
        path: '/approvals',
        after: { separation_of_duties: true, required: { low: 2, medium: 2, high: 2, critical: 2 } },
      },
      { path: '/other', before: 'a', after: 'b' },
      { path: '/list', before: [{ a: 1 }], after: [] },
    ],
    'Olga wants to go back to version 4 of the settings: Separation of duties from no to yes, Approvals from low 1, medium 1, high 1, critical 1 to low 2, medium 2, high 2, critical 2 and 2 more.',
  ],
  [
    'catalogue',
    'tools.accept',
    {},
    [
      { path: '/mail.send/state', before: 'proposed', after: 'accepted' },
      { path: '/a', after: { state: 'rejected' } },
      { path: '/b', after: { state: 'rejected' } },
    ],
    'Olga wants to decide on the tools mail.send, a and 1 more.',
  ],
  [
    'catalogue',
    'targets.add',
    { targets: [{ kind: 'domain', value: 'example.com' }] },
    [{ path: '/targets', before: [], after: [{ kind: 'domain', value: 'example.com' }] }],
    'Olga wants to let agents reach example.com.',
  ],
  [
    'roles',
    'member.change_role',
    { memberId: DAN, role: 'admin' },
    [
      { path: `/${DAN}/role`, before: 'viewer', after: 'admin' },
      { path: `/${DAN}/sandbox_role`, before: null, after: 'owner' },
    ],
    'Olga wants to give Dan the role admin instead of viewer and the role owner in the sandbox instead of the same role as in production.',
  ],
  [
    'roles',
    'group.change',
    { name: 'Finance', groupId: 'grp_1' },
    [
      { path: `/members/${DAN}`, after: true },
      { path: `/members/${EVE}`, before: true },
    ],
    'Olga wants to change the group Finance: 1 person added and 1 person removed.',
  ],
  [
    'roles',
    'member.stand_in',
    { memberId: DAN, standIn: EVE },
    [{ path: '/stand_in', before: null, after: EVE }],
    'Olga wants to let Eve stand in for Dan.',
  ],
  [
    'roles',
    'issuer.add',
    { name: 'Idp', issuer: 'https://idp.example' },
    [{ path: '', before: null, after: { name: 'Idp' } }],
    'Olga wants to trust tokens of the issuer Idp (https://idp.example).',
  ],
];
for (const [area, action, args, differences, sentence] of SENTENCES) {
  test(`says ${action}: ${sentence}`, () => assert.equal(said(area, action, args, differences), sentence));
}

test('leaves-nothing-of-a-change-out', () => {
  const differences: Difference[] = [
    { path: '/message', before: 'a', after: 'a'.repeat(500) },
    { path: '/rules', after: { r: { name: 'harmless', effect: 'proceed' } } },
    { path: `/${DAN}/role`, before: 'viewer', after: 'admin' },
    { path: '/lines', before: 'a', after: 'a\nb' },
    { path: '/kind', before: 1, after: '1' },
  ];
  const { details, long } = toldChange({ area: 'roles', differences });
  assert.deepEqual(details, [{ what: 'role', from: 'viewer', to: 'admin' }]);
  assert.deepEqual(
    long.map(({ path }) => path),
    ['/message', '/rules', '/lines', '/kind'],
  );
  const settings = toldChange(
    {
      area: 'settings',
      differences: [
        {
          path: '',
          before: { attestation: 'accepted', x: 1 },
          after: { attestation: 'accepted', x: { y: 2 } },
        },
      ],
    },
    FIELDS,
  );
  assert.deepEqual(settings, { details: [], long: [{ path: '/x', before: 1, after: { y: 2 } }] });
});
