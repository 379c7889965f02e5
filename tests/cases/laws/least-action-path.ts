/** Least Action Path: when a declared alternative goes first, and the limit on the cost of an irreversible step. */
import type { Case } from './case.ts';

const ARCHIVE = { action: 'record.archive' };

export const LEAST_ACTION_PATH: Case[] = [
  { name: 'has nothing to judge without alternatives', expect: 'pass', details: { applicable: false } },
  {
    name: 'has nothing to judge in an empty list of alternatives',
    context: { alternatives: [] },
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'passes where the alternative weighs the same',
    context: { alternatives: [ARCHIVE] },
    expect: 'pass',
    details: { alternatives: 1 },
  },
  {
    name: 'warns where an alternative has less risk',
    context: { risk_level: 'high', alternatives: [{ ...ARCHIVE, risk_level: 'medium' }] },
    expect: 'warn',
    reason: 'the alternative record.archive weighs less: medium risk instead of high',
    details: { alternative: 'record.archive', risk_level: 'medium' },
    change: { risk_level: 'medium' },
  },
  {
    name: 'warns where an alternative can be undone',
    context: { is_irreversible: true, alternatives: [ARCHIVE] },
    expect: 'warn',
    reason: 'the alternative record.archive weighs less: reversible',
    change: { is_irreversible: false },
  },
  {
    name: 'warns where an alternative costs a micro-dollar less',
    context: { estimated_cost_usd: 5, alternatives: [{ ...ARCHIVE, estimated_cost_usd: 4.999999 }] },
    expect: 'warn',
    reason: 'the alternative record.archive weighs less: 4.999999 USD instead of 5',
    change: { estimated_cost_usd: 4.999999 },
  },
  {
    name: 'passes where an alternative costs as much',
    context: { estimated_cost_usd: 5, alternatives: [{ ...ARCHIVE, estimated_cost_usd: 5 }] },
    expect: 'pass',
  },
  {
    name: 'passes where an alternative has less risk but costs more',
    context: {
      risk_level: 'high',
      estimated_cost_usd: 5,
      alternatives: [{ ...ARCHIVE, risk_level: 'low', estimated_cost_usd: 5.000001 }],
    },
    expect: 'pass',
  },
  {
    name: 'passes where an alternative costs less but has more risk',
    context: {
      estimated_cost_usd: 5,
      alternatives: [{ ...ARCHIVE, risk_level: 'medium', estimated_cost_usd: 1 }],
    },
    expect: 'pass',
  },
  {
    name: 'passes where an alternative has less risk but cannot be undone',
    context: {
      risk_level: 'high',
      alternatives: [{ ...ARCHIVE, risk_level: 'low', is_irreversible: true }],
    },
    expect: 'pass',
  },
  {
    name: 'takes an unknown cost of the alternative as no difference',
    context: { risk_level: 'medium', estimated_cost_usd: 1, alternatives: [ARCHIVE] },
    expect: 'warn',
    reason: 'the alternative record.archive weighs less: low risk instead of medium',
    change: { risk_level: 'low' },
  },
  {
    name: 'takes an unknown cost of the request as no difference',
    context: { risk_level: 'medium', alternatives: [{ ...ARCHIVE, estimated_cost_usd: 1_000 }] },
    expect: 'warn',
    reason: 'the alternative record.archive weighs less: low risk instead of medium',
    change: { risk_level: 'low', estimated_cost_usd: 1_000 },
  },
  {
    name: 'names the lightest of several alternatives',
    context: {
      risk_level: 'critical',
      alternatives: [
        { action: 'record.hide', risk_level: 'high' },
        { action: 'record.flag', risk_level: 'low' },
        { action: 'record.move', risk_level: 'medium' },
      ],
    },
    expect: 'warn',
    details: { alternative: 'record.flag', risk_level: 'low' },
    change: { risk_level: 'low' },
  },
  {
    name: 'holds an alternative to its own floor in the catalogue',
    context: { risk_level: 'high', alternatives: [ARCHIVE] },
    settings: { catalogue: [{ action: 'record.archive', risk_level: 'high' }] },
    expect: 'pass',
  },
  {
    name: 'offers no change of fields where the catalogue holds the action itself to more',
    action: 'record.delete',
    context: { risk_level: 'high', alternatives: [ARCHIVE] },
    settings: { catalogue: [{ action: 'record.delete', risk_level: 'high' }] },
    expect: 'warn',
    details: { alternative: 'record.archive', risk_level: 'low' },
    change: {},
  },
  {
    name: 'is not bought off by an approval',
    context: { has_approval: true, risk_level: 'high', alternatives: [ARCHIVE] },
    expect: 'warn',
  },
  {
    name: 'passes an irreversible step at exactly half of what remains',
    context: { is_irreversible: true, estimated_cost_usd: 50, budget_remaining_usd: 100 },
    expect: 'pass',
    details: { alternatives: 0 },
  },
  {
    name: 'warns on an irreversible step a micro-dollar above half of what remains',
    context: { is_irreversible: true, estimated_cost_usd: 50.000001, budget_remaining_usd: 100 },
    expect: 'warn',
    reason: 'one irreversible step costs 50.000001 USD, more than 0.5 of the 100 USD that remain',
    details: { cost_usd: 50.000001, limit_usd: 50, remaining_usd: 100 },
    change: { estimated_cost_usd: 50 },
  },
  {
    name: 'has nothing to judge in a reversible step that takes all that remains',
    context: { estimated_cost_usd: 100, budget_remaining_usd: 100 },
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'judges the step against a server-side budget and a catalogued irreversibility',
    action: 'payments.send',
    context: { estimated_cost_usd: 6 },
    facts: { budget_remaining_micro_usd: 10_000_000 },
    settings: { catalogue: [{ action: 'payments.*', is_irreversible: true }] },
    expect: 'warn',
    change: { estimated_cost_usd: 5 },
  },
  {
    name: 'offers no change of fields where the alternative would still be too great a step',
    context: {
      risk_level: 'high',
      is_irreversible: true,
      estimated_cost_usd: 90,
      budget_remaining_usd: 100,
      alternatives: [{ ...ARCHIVE, is_irreversible: true, estimated_cost_usd: 80 }],
    },
    expect: 'warn',
    change: {},
  },
];
