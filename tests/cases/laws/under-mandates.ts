/** The cases of Bounded Autonomy about the mandate that a request names. */
import { EMPTY_ACT } from '@assize/service/evaluation/question/act.ts';
import { act, MANDATE, OBSERVE, place, underMandate } from './acts.ts';
import type { Case } from './case.ts';

export const UNDER_MANDATES: readonly Case[] = [
  {
    name: 'warns of an effect beyond the mandate',
    facts: underMandate(
      { outside: { effects: ['delete'], tool: false, targets: [], unspoken: [], number: false } },
      ['delete'],
    ),
    expect: 'warn',
    reason: 'the mandate mdt_1 does not cover the effect delete',
  },
  {
    name: 'says what the content does beyond the mandate',
    facts: act({
      effects: ['delete'],
      acts: [{ effect: 'delete', what: 'drops the table users' }],
      mandate: {
        ...MANDATE,
        outside: { effects: ['delete'], tool: false, targets: [], unspoken: [], number: false },
      },
    }),
    expect: 'warn',
    reason: 'the mandate mdt_1 does not cover the effect delete (it drops the table users)',
  },
  {
    name: 'fails on an effect beyond a strict mandate',
    facts: underMandate(
      {
        strict: true,
        outside: { effects: ['delete'], tool: true, targets: [], unspoken: [], number: false },
      },
      ['delete'],
    ),
    expect: 'fail',
    reason: 'the mandate mdt_1 does not cover the effect delete and the tool',
    change: {},
  },
  {
    name: 'warns of the deletion of a recorded target that the task does not name',
    facts: act({
      effects: ['delete'],
      reaches: [place('delete', 'build/old', { by: 'record', id: 'tgt_1' })],
      mandate: { ...MANDATE, by_words: true },
    }),
    expect: 'warn',
    reason: 'the task does not name build/old, which it deletes',
  },
  {
    name: 'fails on a mandate of another agent',
    facts: underMandate({ state: 'of_another_agent' }),
    expect: 'fail',
    reason: 'the mandate mdt_1 is of another agent',
  },
  {
    name: 'fails on a closed mandate, with an approval too',
    context: { has_approval: true, approval_id: 'apr_1' },
    facts: { ...underMandate({ state: 'closed' }), approval: 'approved' },
    expect: 'fail',
  },
  {
    name: 'fails on a closed mandate before any tool is listed',
    facts: { act: { ...EMPTY_ACT, mandate: { ...MANDATE, state: 'closed' } } },
    expect: 'fail',
  },
  {
    name: 'only observes a closed mandate in observe mode',
    facts: underMandate({ state: 'closed' }),
    settings: OBSERVE,
    expect: 'pass',
  },
  {
    name: 'warns where a mandate is required and none is named',
    facts: act({ effects: ['read'] }),
    settings: { attestation: 'verified', mandates: { required: true } },
    expect: 'warn',
    reason: 'no mandate is named, and one is required',
  },
];
