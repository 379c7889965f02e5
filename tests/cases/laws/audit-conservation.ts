/** Audit Conservation: the artifact types that a caller may ask for, and the states in which nothing is recorded. */
import type { Case } from './case.ts';

const KNOWN = [
  'governance_eval',
  'action_executed',
  'action_approved',
  'action_rejected',
  'compliance_check',
  'trust_update',
];

export const AUDIT_CONSERVATION: Case[] = [
  {
    name: 'passes where the chain is sound and there is room',
    expect: 'pass',
    reason: 'chain sound',
    details: { chain: 'sound' },
  },
  ...KNOWN.map(
    (artifact_type): Case => ({
      name: `passes an artifact of type ${artifact_type}`,
      context: { artifact_type },
      expect: 'pass',
    }),
  ),
  {
    name: 'fails on an unknown artifact type',
    context: { artifact_type: 'governance_evals' },
    expect: 'fail',
    reason: 'the artifact type "governance_evals" is not a known one',
    details: { artifact_type_known: false, chain: 'sound' },
    change: { artifact_type: null },
  },
  {
    name: 'fails on the artifact type that the service keeps for itself',
    context: { artifact_type: 'governance_change' },
    expect: 'fail',
  },
  { name: 'fails on an empty artifact type', context: { artifact_type: '' }, expect: 'fail' },
  {
    name: 'repeats an artifact type of a line',
    context: { artifact_type: 'x'.repeat(64) },
    expect: 'fail',
    reason: `the artifact type "${'x'.repeat(64)}" is not a known one`,
  },
  {
    name: 'does not repeat an artifact type that is a text of its own',
    context: { artifact_type: 'x'.repeat(65) },
    expect: 'fail',
    reason: 'the artifact type is not a known one',
  },
  {
    name: 'fails where the last verification of the chain failed',
    facts: { chain_health: 'failed' },
    expect: 'fail',
    reason: 'the last verification of the chain failed, and its failure was not acknowledged',
    details: { chain: 'failed' },
    change: {},
  },
  {
    name: 'warns where evidence storage is past its allowance',
    facts: { storage: 'past_allowance' },
    expect: 'warn',
    reason: 'evidence storage is past its allowance',
    details: { chain: 'sound', storage: 'past_allowance' },
    change: {},
  },
  {
    name: 'fails on a broken chain before it looks at storage or type',
    context: { artifact_type: 'nonsense' },
    facts: { chain_health: 'failed', storage: 'past_allowance' },
    expect: 'fail',
    change: {},
  },
  {
    name: 'offers no change where storage would be in the way of the right type too',
    context: { artifact_type: 'nonsense' },
    facts: { storage: 'past_allowance' },
    expect: 'fail',
    change: {},
  },
];
