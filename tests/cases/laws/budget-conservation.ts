/** Budget Conservation: the allowed share of the remaining budget, and the sources of the remainder that count. */
import { DEFAULT_SETTINGS } from '@assize/service/governance/settings/terms/index.ts';
import type { Case } from './case.ts';

export const BUDGET_CONSERVATION: Case[] = [
  {
    name: 'has nothing to judge without a cost',
    context: { budget_remaining_usd: 100 },
    expect: 'pass',
    reason: 'no cost',
    details: { applicable: false },
  },
  {
    name: 'has nothing to judge without a budget',
    context: { estimated_cost_usd: 1_000_000 },
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'passes at a small share of what remains',
    context: { estimated_cost_usd: 0.5, budget_remaining_usd: 100 },
    expect: 'pass',
    reason: '0.5 of 100 USD',
    details: { cost_usd: 0.5, remaining_usd: 100 },
  },
  {
    name: 'passes at exactly 0.8 of what remains',
    context: { estimated_cost_usd: 80, budget_remaining_usd: 100 },
    expect: 'pass',
  },
  {
    name: 'warns a micro-dollar above 0.8 of what remains',
    context: { estimated_cost_usd: 80.000001, budget_remaining_usd: 100 },
    expect: 'warn',
    reason: 'the cost of 80.000001 USD is more than 0.8 of the 100 USD that remain',
    details: { cost_usd: 80.000001, limit_usd: 80, remaining_usd: 100 },
    change: { estimated_cost_usd: 80 },
  },
  {
    name: 'warns at exactly what remains',
    context: { estimated_cost_usd: 100.3, budget_remaining_usd: 100.3 },
    expect: 'warn',
    reason: 'the cost of 100.3 USD is more than 0.8 of the 100.3 USD that remain',
    change: { estimated_cost_usd: 80.24 },
  },
  {
    name: 'fails a micro-dollar above what remains',
    context: { estimated_cost_usd: 100.000001, budget_remaining_usd: 100 },
    expect: 'fail',
    reason: 'the cost of 100.000001 USD is more than the 100 USD that remain',
    change: { estimated_cost_usd: 80 },
  },
  {
    name: 'passes at exactly the share where the share has no exact double',
    context: { estimated_cost_usd: 0.7, budget_remaining_usd: 1 },
    settings: { budget: { ...DEFAULT_SETTINGS.budget, warn_share: 0.7 } },
    expect: 'pass',
  },
  {
    name: 'adds up cents without float noise',
    context: { estimated_cost_usd: 0.1 + 0.2, budget_remaining_usd: 0.375 },
    expect: 'pass',
    details: { cost_usd: 0.3, remaining_usd: 0.375 },
  },
  {
    name: 'passes a free action with nothing left',
    context: { estimated_cost_usd: 0, budget_remaining_usd: 0 },
    expect: 'pass',
  },
  {
    name: 'fails any cost with nothing left',
    context: { estimated_cost_usd: 0.000001, budget_remaining_usd: 0 },
    expect: 'fail',
    change: { estimated_cost_usd: 0 },
  },
  {
    name: 'fails where the smallest cost meets nothing that remains',
    context: { estimated_cost_usd: 1e-7, budget_remaining_usd: 0 },
    expect: 'fail',
    reason: 'the cost of 0.000001 USD is more than the 0 USD that remain',
  },
  {
    name: 'fails where a cost is more than what remains by less than a micro-dollar',
    context: { estimated_cost_usd: 1.0000003, budget_remaining_usd: 1 },
    expect: 'fail',
  },
  {
    name: 'judges records of before as they were, by rounded amounts',
    context: { estimated_cost_usd: 0.0000004, budget_remaining_usd: 0 },
    facts: { rules: 0 },
    expect: 'pass',
  },
  {
    name: 'holds the cost against a server-side budget where the caller states none',
    context: { estimated_cost_usd: 9 },
    facts: { budget_remaining_micro_usd: 10_000_000 },
    expect: 'warn',
    details: { cost_usd: 9, limit_usd: 8, remaining_usd: 10 },
    change: { estimated_cost_usd: 8 },
  },
  {
    name: 'takes the server-side budget where the claim is greater',
    context: { estimated_cost_usd: 11, budget_remaining_usd: 1000 },
    facts: { budget_remaining_micro_usd: 10_000_000 },
    expect: 'fail',
  },
  {
    name: 'takes the claim where the server-side budget is greater',
    context: { estimated_cost_usd: 11, budget_remaining_usd: 10 },
    facts: { budget_remaining_micro_usd: 1_000_000_000 },
    expect: 'fail',
  },
  {
    name: 'takes an overspent budget as nothing left',
    context: { estimated_cost_usd: 0 },
    facts: { budget_remaining_micro_usd: -5_000_000 },
    expect: 'pass',
    details: { cost_usd: 0, remaining_usd: 0 },
  },
  {
    name: 'is not bought off by an approval',
    context: {
      estimated_cost_usd: 101,
      budget_remaining_usd: 100,
      has_approval: true,
      approval_id: 'apr_1',
    },
    facts: { approval: 'approved' },
    expect: 'fail',
  },
  {
    name: 'still compares amounts beyond any treasury',
    context: { estimated_cost_usd: 1.7e308, budget_remaining_usd: 1e300 },
    expect: 'fail',
  },
];
