/** The cases of Bounded Autonomy about the act itself: its tool, contents, effects, targets and mandate. */

import {
  type ActFacts,
  type ActReach,
  EMPTY_ACT,
  type MandateFact,
} from '@assize/service/evaluation/question/act.ts';
import type { LawSettings } from '@assize/service/governance/settings/terms/index.ts';
import type { Case } from './case.ts';

export const ENFORCE: Partial<LawSettings> = { enforcement: 'enforce' };
export const OBSERVE: Partial<LawSettings> = { enforcement: 'observe' };

const LISTED: ActFacts = {
  ...EMPTY_ACT,
  catalogue: 3,
  reviewed: true,
  tool: { id: 'tool_1', name: 'gmail.send_email' },
  effects: ['send'],
};

export const MANDATE: MandateFact = {
  id: 'mdt_1',
  version: 1,
  state: 'open',
  strict: false,
  by_words: false,
  outside: { effects: [], tool: false, targets: [], unspoken: [], number: false },
  remaining_micro_usd: null,
};

function recipient(value: string, known: ActReach['known'] = null): ActReach {
  return { effect: 'send', kind: 'email', role: 'recipient', path: 'to', value, known };
}

export function place(
  effect: 'write' | 'delete' | 'execute',
  value: string,
  known: ActReach['known'] = null,
): ActReach {
  return { effect, kind: 'path', role: 'place', path: 'path', value, known };
}

export function act(part: Partial<ActFacts>): { act: ActFacts } {
  return { act: { ...LISTED, ...part } };
}

export function underMandate(
  part: Partial<MandateFact>,
  effects: ActFacts['effects'] = ['send'],
): { act: ActFacts } {
  return act({ effects, mandate: { ...MANDATE, ...part } });
}

const NOTHING_KNOWN =
  'the recipient eve@evil.example (send) is in no record, no earlier approval and no mandate';

export const ACTS: readonly Case[] = [
  {
    name: 'passes a mail to a recorded recipient',
    facts: act({ reaches: [recipient('ann@example.com', { by: 'record', id: 'tgt_1' })] }),
    expect: 'pass',
    reason: 'send, 1 known target',
    details: { effects: ['send'], tool: 'gmail.send_email' },
  },
  {
    name: 'warns of a mail to an unknown recipient, and says which',
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    expect: 'warn',
    reason: NOTHING_KNOWN,
    details: { effects: ['send'], tool: 'gmail.send_email', unknown_targets: ['to'] },
    change: {},
  },
  {
    name: 'warns where one of several recipients is unknown',
    facts: act({
      reaches: [recipient('ann@example.com', { by: 'approval', id: 'tgt_1' }), recipient('eve@evil.example')],
    }),
    expect: 'warn',
    reason: NOTHING_KNOWN,
  },
  {
    name: 'fails on an unknown recipient where the tenant has it so',
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    settings: { ...ENFORCE, targets: { unknown: 'block', memory_days: 90 } },
    expect: 'fail',
  },
  {
    name: 'leaves unknown recipients alone where the tenant has it so',
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    settings: { ...ENFORCE, targets: { unknown: 'proceed', memory_days: 90 } },
    expect: 'pass',
  },
  {
    name: 'only observes unknown recipients in observe mode',
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    settings: OBSERVE,
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'only observes until a human has accepted an entry',
    facts: act({ reviewed: false, reaches: [recipient('eve@evil.example')] }),
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'enforces without a review where the tenant has it so',
    facts: act({ reviewed: false, reaches: [recipient('eve@evil.example')] }),
    settings: ENFORCE,
    expect: 'warn',
  },
  {
    name: "does not count an agent's own claim of an approval for an unknown recipient",
    context: { has_approval: true },
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    expect: 'warn',
    change: {},
  },
  {
    name: 'passes an unknown recipient with a proven approval of this request',
    context: { has_approval: true, approval_id: 'apr_1' },
    facts: { ...act({ reaches: [recipient('eve@evil.example')] }), approval: 'approved' },
    expect: 'pass',
  },
  {
    name: 'offers to use an approval that already holds for an unknown recipient',
    context: { approval_id: 'apr_1' },
    facts: { ...act({ reaches: [recipient('eve@evil.example')] }), approval: 'approved' },
    expect: 'warn',
    change: { has_approval: true },
  },
  {
    name: "warns of a recipient that can't be read",
    facts: act({
      reaches: [
        {
          effect: 'send',
          kind: 'email',
          role: 'recipient',
          path: 'to',
          unreadable: 'it has two @',
          known: null,
        },
      ],
    }),
    expect: 'warn',
    reason: "the recipient in to can't be read: it has two @",
  },
  {
    name: 'asks nothing of the file that is sent to a known recipient',
    facts: act({
      reaches: [
        recipient('ann@example.com', { by: 'mandate' }),
        { effect: 'send', kind: 'object', role: 'object', path: 'file_id', value: 'f-1', known: null },
      ],
    }),
    expect: 'pass',
  },
  {
    name: 'warns of a tool that is not in the catalogue',
    action: 'mailbox.burn',
    facts: act({ tool: null, unlisted: 'not_in_catalogue', effects: [] }),
    expect: 'warn',
    reason: 'the tool mailbox.burn is not in the catalogue of tools',
    change: {},
  },
  {
    name: 'fails on an unlisted tool where the tenant has it so',
    facts: act({ tool: null, unlisted: 'ambiguous', effects: [] }),
    settings: { ...ENFORCE, tools: { unlisted: 'block' } },
    expect: 'fail',
  },
  {
    name: "warns of a command that can't be read",
    facts: act({
      effects: ['execute'],
      mandate: MANDATE,
      contents: [{ path: 'command', kind: 'shell', unreadable: 'a quote is not closed' }],
    }),
    expect: 'warn',
    reason: "the shell command in command can't be read: a quote is not closed",
  },
  {
    name: 'lets an agent read without more',
    facts: act({ effects: ['read'], reaches: [place('write', 'notes.txt')] }),
    expect: 'pass',
    reason: 'read, it reaches no other',
  },
  {
    name: 'lets an agent write in its own place',
    facts: act({ effects: ['write'], reaches: [place('write', 'src/main.ts')] }),
    expect: 'pass',
  },
  {
    name: 'warns of writing outside of the own place',
    facts: act({ effects: ['write'], reaches: [place('write', '/etc/cron.d/job')] }),
    expect: 'warn',
  },
  {
    name: 'warns of deleting without a mandate',
    facts: act({ effects: ['delete'], reaches: [place('delete', 'build/old')] }),
    expect: 'warn',
    reason: 'it deletes, without a mandate or a record of the target',
  },
  {
    name: 'passes deleting what a record names',
    facts: act({
      effects: ['delete'],
      reaches: [place('delete', '/tmp/work/old', { by: 'record', id: 'tgt_1' })],
    }),
    expect: 'pass',
  },
  {
    name: 'passes deleting under a mandate that covers it',
    facts: { act: { ...underMandate({}, ['delete']).act, reaches: [place('delete', 'build/old')] } },
    expect: 'pass',
  },
  {
    name: 'says what a command does where it runs without a mandate',
    facts: act({ effects: ['execute'], acts: [{ effect: 'execute', what: 'runs the program frobnicate' }] }),
    expect: 'warn',
    reason: 'it runs the program frobnicate, without a mandate or a record of the target',
  },
  {
    name: 'tells of too little trust and of an unknown recipient at once',
    context: { trust_score: 15 },
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    expect: 'warn',
    reason: `${NOTHING_KNOWN}; the trust of 15 is below the 20 required`,
    change: {},
  },
  {
    name: 'leaves humans alone',
    context: { actor_type: 'human' },
    facts: act({ reaches: [recipient('eve@evil.example')] }),
    expect: 'pass',
  },
];
