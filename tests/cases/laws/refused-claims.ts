/** Monotonic Truth: an agent that was refused, and asks again. */
import type { Facts } from '@assize/service/evaluation/question/facts.ts';
import { type Case, VERIFIED } from './case.ts';

export const refused: Partial<Facts> = { refused_claims: [{ risk_level: 'high', is_irreversible: true }] };

export const REFUSALS: Case[] = [
  {
    name: 'does not look at earlier refusals where claims are accepted',
    context: { risk_level: 'low' },
    facts: refused,
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'warns in verified mode where the risk is lower than when it was refused',
    context: { risk_level: 'medium', is_irreversible: true },
    facts: refused,
    settings: VERIFIED,
    expect: 'warn',
    reason: 'the risk is now medium, and was high when it was refused',
    details: { refused_risk: 'high', refused_irreversible: true },
    change: { risk_level: 'high' },
  },
  {
    name: 'warns in verified mode where irreversibility is dropped',
    context: { risk_level: 'high' },
    facts: refused,
    settings: VERIFIED,
    expect: 'warn',
    reason: 'the action is now reversible, and was irreversible when it was refused',
    change: { is_irreversible: true },
  },
  {
    name: 'passes in verified mode where the story stays the same',
    context: { risk_level: 'high', is_irreversible: true },
    facts: refused,
    settings: VERIFIED,
    expect: 'pass',
  },
  {
    name: 'counts silence as low risk when the same was refused at more',
    facts: refused,
    settings: VERIFIED,
    expect: 'warn',
    change: { risk_level: 'high', is_irreversible: true },
  },
  {
    name: 'remembers the gravest of several refusals',
    context: { risk_level: 'medium' },
    facts: {
      refused_claims: [
        { risk_level: 'critical', is_irreversible: false },
        { risk_level: 'low', is_irreversible: false },
      ],
    },
    settings: VERIFIED,
    expect: 'warn',
    change: { risk_level: 'critical' },
  },
  {
    name: 'takes a proven approval of this very request for an answer to what was refused before',
    context: { risk_level: 'low', has_approval: true, approval_id: 'apr_1' },
    facts: { ...refused, approval: 'approved' },
    settings: VERIFIED,
    expect: 'pass',
    details: { approval_state: 'approved', refused_risk: 'high', refused_irreversible: true },
  },
  {
    name: 'takes no pending approval for one',
    context: { risk_level: 'low', has_approval: true, approval_id: 'apr_1' },
    facts: { ...refused, approval: 'pending' },
    settings: VERIFIED,
    expect: 'warn',
    change: { risk_level: 'high', is_irreversible: true },
  },
];
