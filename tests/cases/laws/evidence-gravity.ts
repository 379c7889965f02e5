/** Evidence Gravity: the confidence that an action needs. */
import type { Case } from './case.ts';

export const EVIDENCE_GRAVITY: Case[] = [
  {
    name: 'has nothing to judge at low risk without a confidence',
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'has nothing to judge at medium risk without a confidence',
    context: { risk_level: 'medium' },
    expect: 'pass',
    details: { applicable: false },
  },
  {
    name: 'warns at high risk without a confidence',
    context: { risk_level: 'high' },
    expect: 'warn',
    reason: 'no confidence is stated, and the risk is high',
    details: { confidence: null, required: 0.7 },
    change: { confidence_score: 0.7 },
  },
  {
    name: 'warns at critical risk without a confidence',
    context: { risk_level: 'critical' },
    expect: 'warn',
    change: { confidence_score: 0.9 },
  },
  {
    name: 'warns without a confidence where a minimum is asked for',
    context: { min_confidence: 0.6 },
    expect: 'warn',
    reason: 'no confidence is stated, though 0.6 is asked for',
    change: { confidence_score: 0.6 },
  },
  {
    name: 'passes no confidence at all at low risk, whose floor is 0',
    context: { confidence_score: 0 },
    expect: 'pass',
    reason: '0 of 0 required',
    details: { confidence: 0, required: 0 },
  },
  {
    name: 'passes exactly at the floor of medium risk',
    context: { risk_level: 'medium', confidence_score: 0.5 },
    expect: 'pass',
    details: { confidence: 0.5, required: 0.5 },
  },
  {
    name: 'warns just below the floor of medium risk',
    context: { risk_level: 'medium', confidence_score: 0.499 },
    expect: 'warn',
    reason: 'the confidence of 0.499 is below the 0.5 that medium risk requires',
    change: { confidence_score: 0.5 },
  },
  {
    name: 'passes exactly at the floor of high risk',
    context: { risk_level: 'high', confidence_score: 0.7 },
    expect: 'pass',
  },
  {
    name: 'warns just below the floor of high risk',
    context: { risk_level: 'high', confidence_score: 0.699 },
    expect: 'warn',
  },
  {
    name: 'passes exactly at the floor of critical risk',
    context: { risk_level: 'critical', confidence_score: 0.9 },
    expect: 'pass',
  },
  {
    name: 'warns far below the floor of critical risk, and does not fail',
    context: { risk_level: 'critical', confidence_score: 0 },
    expect: 'warn',
    change: { confidence_score: 0.9 },
  },
  {
    name: 'passes exactly at the minimum asked for',
    context: { confidence_score: 0.8, min_confidence: 0.8 },
    expect: 'pass',
    details: { confidence: 0.8, required: 0.8 },
  },
  {
    name: 'fails just below the minimum asked for',
    context: { confidence_score: 0.799, min_confidence: 0.8 },
    expect: 'fail',
    reason: 'the confidence of 0.799 is below the minimum of 0.8',
    details: { confidence: 0.799, required: 0.8 },
    change: { confidence_score: 0.8 },
  },
  {
    name: 'offers the floor where it is above the minimum asked for',
    context: { risk_level: 'critical', confidence_score: 0.2, min_confidence: 0.3 },
    expect: 'fail',
    change: { confidence_score: 0.9 },
  },
  {
    name: 'warns where the minimum is met but the floor is not',
    context: { risk_level: 'high', confidence_score: 0.6, min_confidence: 0.1 },
    expect: 'warn',
    change: { confidence_score: 0.7 },
  },
  {
    name: 'judges by the floor of the catalogued risk',
    action: 'payments.send',
    context: { confidence_score: 0.8 },
    settings: { catalogue: [{ action: 'payments.*', risk_level: 'critical' }] },
    expect: 'warn',
    change: { confidence_score: 0.9 },
  },
];
