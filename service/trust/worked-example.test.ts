/** The example in docs/trust.md, computed again to the last digit. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { RiskLevel } from '@assize/act-reading/risk';
import type { CauseType } from './cause.ts';
import { posterior, scoreAt, stepOf, type TrustState } from './formula.ts';

const LINE = /^\| (2026-\S+) \| (\w+), (\w+) \| (.*) \|$/gm;

test('the-example-of-the-documentation-is-what-the-formula-gives', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/trust.md'), 'utf8');
  const lines = [...text.matchAll(LINE)];
  assert.ok(lines.length > 5);
  let state: TrustState | null = null;
  for (const [line, when = '', type, riskLevel, stated = ''] of lines) {
    const at = Date.parse(when);
    const step = stepOf(state, { type: type as CauseType, riskLevel: riskLevel as RiskLevel, at });
    state = step.state;
    const { successes, failures, ceiling } = state;
    const computed = [successes, failures, posterior(state), ceiling, scoreAt(state, at)];
    assert.equal(stated, [step.weight, ...computed.map((number) => number.toFixed(2))].join(' | '), line);
  }
});
