/** Monotonic Truth: approvals that do not hold, and claims milder than the known facts. */

import type { ApprovalState } from '@assize/service/evaluation/question/facts.ts';
import type { LawSettings } from '@assize/service/governance/settings/terms/index.ts';
import { type Case, VERIFIED } from './case.ts';
import { REFUSALS, refused } from './refused-claims.ts';

const NAMED = { has_approval: true, approval_id: 'apr_1' };
const DROP: Pick<LawSettings, 'catalogue'> = {
  catalogue: [{ action: 'database.drop', risk_level: 'high', is_irreversible: true }],
};

const BAD_APPROVALS: { state: ApprovalState; reason: string }[] = [
  { state: 'none', reason: 'the approval is not known' },
  { state: 'unknown', reason: 'the approval is not known' },
  { state: 'rejected', reason: 'the approval is rejected' },
  { state: 'expired', reason: 'the approval is expired' },
  { state: 'cancelled', reason: 'the approval is cancelled' },
  { state: 'consumed', reason: 'the approval is consumed' },
  { state: 'bound_to_another_request', reason: 'the approval is bound to another request' },
];

const APPROVALS: Case[] = [
  { name: 'has nothing to judge where nothing is claimed', expect: 'pass', details: { applicable: false } },
  {
    name: 'has nothing to judge in an approval that is claimed without an id',
    context: { has_approval: true },
    expect: 'pass',
    details: { applicable: false },
  },
  ...BAD_APPROVALS.map(
    ({ state, reason }): Case => ({
      name: `fails on an approval that is found ${state.replaceAll('_', ' ')}`,
      context: { approval_id: 'apr_1' },
      facts: { approval: state },
      expect: 'fail',
      reason,
      details: { approval_state: state === 'none' ? 'unknown' : state },
      change: { approval_id: null },
    }),
  ),
  {
    name: 'fails on a rejected approval, and does not offer to claim it instead',
    context: NAMED,
    facts: { approval: 'rejected' },
    expect: 'fail',
    change: { approval_id: null, has_approval: null },
  },
  {
    name: 'fails on a rejected approval in verified mode, where a claim without an id counts for nothing',
    context: NAMED,
    facts: { approval: 'rejected' },
    settings: VERIFIED,
    expect: 'fail',
    change: { approval_id: null },
  },
  {
    name: 'passes an approval that holds',
    context: NAMED,
    facts: { approval: 'approved' },
    expect: 'pass',
    details: { approval_state: 'approved' },
  },
  {
    name: 'passes an approval that is pending, which is not yet one but no lie either',
    context: NAMED,
    facts: { approval: 'pending' },
    expect: 'pass',
    details: { approval_state: 'pending' },
  },
];

const CATALOGUE: Case[] = [
  {
    name: 'has nothing to judge where the caller is silent and the catalogue speaks',
    action: 'database.drop',
    settings: DROP,
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'warns on a risk claimed milder than the catalogued one',
    action: 'database.drop',
    context: { risk_level: 'medium' },
    settings: DROP,
    expect: 'warn',
    reason: 'the claimed risk is medium, the catalogued one high',
    details: { catalogued_risk: 'high' },
    change: { risk_level: 'high' },
  },
  {
    name: 'passes a risk claimed as catalogued',
    action: 'database.drop',
    context: { risk_level: 'high' },
    settings: DROP,
    expect: 'pass',
    details: { catalogued_risk: 'high' },
  },
  {
    name: 'passes a risk claimed graver than catalogued',
    action: 'database.drop',
    context: { risk_level: 'critical', is_irreversible: true },
    settings: DROP,
    expect: 'pass',
  },
  {
    name: 'warns on an action claimed reversible but catalogued irreversible',
    action: 'database.drop',
    context: { is_irreversible: false },
    settings: DROP,
    expect: 'warn',
    reason: 'the action is claimed reversible but catalogued irreversible',
    details: { catalogued_irreversible: true },
    change: { is_irreversible: true },
  },
  {
    name: 'warns, and does not fail, where the approval holds but the risk is claimed milder',
    action: 'database.drop',
    context: { ...NAMED, risk_level: 'low' },
    facts: { approval: 'approved' },
    settings: DROP,
    expect: 'warn',
    details: { approval_state: 'approved', catalogued_risk: 'high' },
    change: { risk_level: 'high' },
  },
  {
    name: 'puts right every doubt at once',
    action: 'database.drop',
    context: { approval_id: 'apr_1', risk_level: 'low', is_irreversible: false },
    facts: { approval: 'expired' },
    settings: DROP,
    expect: 'fail',
    change: { approval_id: null, risk_level: 'high', is_irreversible: true },
  },
];

const TRUST: Case[] = [
  {
    name: 'does not look at claimed trust where claims are accepted',
    context: { trust_score: 100 },
    facts: { ledger_trust: 0 },
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'passes in verified mode where the claimed trust is exactly 20 above the ledger',
    context: { trust_score: 70 },
    facts: { ledger_trust: 50 },
    settings: VERIFIED,
    expect: 'pass',
    details: { claimed_trust: 70, ledger_trust: 50 },
  },
  {
    name: 'warns in verified mode where the claimed trust is more than 20 above the ledger',
    context: { trust_score: 70.1 },
    facts: { ledger_trust: 50 },
    settings: VERIFIED,
    expect: 'warn',
    reason: 'the claimed trust of 70.1 is more than 20 above the 50 known',
    change: { trust_score: 50 },
  },
  {
    name: 'takes no doubt from the ledger where the caller claims no trust',
    context: { risk_level: 'high', is_irreversible: true },
    facts: { ...refused, ledger_trust: 5 },
    settings: VERIFIED,
    expect: 'pass',
    details: { refused_risk: 'high', refused_irreversible: true },
  },
  {
    name: 'has nothing to hold a claimed trust against where the ledger does not know the agent',
    context: { trust_score: 100 },
    settings: VERIFIED,
    expect: 'pass',
    details: { applicable: false },
  },
];

export const MONOTONIC_TRUTH: Case[] = [...APPROVALS, ...CATALOGUE, ...REFUSALS, ...TRUST];
