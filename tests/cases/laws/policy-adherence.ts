/** Policy Adherence: the effect of the tenant's own rules, and of their failure. */
import type { PolicyMatch } from '@assize/service/governance/policies/index.ts';
import type { Case } from './case.ts';

function rule(name: string, effect: PolicyMatch['effect'], message = '', erred = false): PolicyMatch {
  return { policy: 'payments', version: '3', rule: name, effect, message, erred };
}

export const POLICY_ADHERENCE: Case[] = [
  {
    name: 'has nothing to judge where no rule matches',
    expect: 'pass',
    reason: 'no rule matches',
    details: { applicable: false },
  },
  {
    name: 'passes where only a note matches',
    facts: { policy_matches: [rule('large', 'note')] },
    expect: 'pass',
    reason: 'only notes match',
    details: { matches: [{ policy: 'payments', version: '3', rule: 'large', effect: 'note' }] },
  },
  {
    name: 'warns where a rule escalates',
    facts: { policy_matches: [rule('large', 'escalate', 'More than 500 USD.')] },
    expect: 'warn',
    reason: 'the rule payments/large escalates it (More than 500 USD)',
    change: {},
  },
  {
    name: 'fails where a rule blocks',
    facts: { policy_matches: [rule('sanctions', 'block', 'The country is sanctioned')] },
    expect: 'fail',
    reason: 'the rule payments/sanctions blocks it (The country is sanctioned)',
    details: {
      matches: [
        {
          policy: 'payments',
          version: '3',
          rule: 'sanctions',
          effect: 'block',
          message: 'The country is sanctioned',
        },
      ],
    },
    change: {},
  },
  {
    name: 'fails where one rule blocks among several that escalate',
    facts: { policy_matches: [rule('large', 'escalate'), rule('sanctions', 'block'), rule('n', 'note')] },
    expect: 'fail',
    reason: 'the rule payments/sanctions blocks it',
  },
  {
    name: 'counts the other rules that decide alike',
    facts: { policy_matches: [rule('large', 'escalate'), rule('night', 'escalate'), rule('n', 'note')] },
    expect: 'warn',
    reason: 'the rule payments/large escalates it, and 1 more',
  },
  {
    name: 'fails where a rule errs, though it would only escalate',
    facts: { policy_matches: [rule('large', 'escalate', '', true)] },
    expect: 'fail',
    reason: 'the rule payments/large could not be evaluated',
    details: {
      matches: [{ policy: 'payments', version: '3', rule: 'large', effect: 'escalate', erred: true }],
    },
    change: {},
  },
  {
    name: 'warns where a rule that would block only costs too much',
    facts: { policy_matches: [{ ...rule('sanctions', 'block', '', true), over_cost: true }] },
    expect: 'warn',
    reason: 'this is more than the rule payments/sanctions can look at, so a person decides',
    details: {
      matches: [
        {
          policy: 'payments',
          version: '3',
          rule: 'sanctions',
          effect: 'block',
          erred: true,
          over_cost: true,
        },
      ],
    },
    change: {},
  },
  {
    name: 'fails where one rule errs and another costs too much',
    facts: {
      policy_matches: [
        { ...rule('sanctions', 'block', '', true), over_cost: true },
        rule('large', 'note', '', true),
      ],
    },
    expect: 'fail',
    reason: 'the rule payments/large could not be evaluated',
  },
  {
    name: 'fails where a note errs',
    facts: { policy_matches: [rule('n', 'note', '', true)] },
    expect: 'fail',
  },
  {
    name: 'is not bought off by an approval',
    context: { has_approval: true, approval_id: 'apr_1' },
    facts: { approval: 'approved', policy_matches: [rule('sanctions', 'block')] },
    expect: 'fail',
  },
];
