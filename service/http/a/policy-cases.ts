/** Surface A: a draft of a policy, held against cases. Nothing is stored. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CaseOutcome, tryCase } from '../../evaluation/index.ts';
import { documentOf, faultFields, faultsOfPolicy, loadCompiler } from '../../governance/policies/index.ts';
import type { Noun } from '../services.ts';
import { principalOf } from '../shared/access.ts';
import { casesFrom } from '../shared/policy-cases.ts';
import { refusals } from '../shared/response-schemas.ts';
import { TestBody, Tested } from './policy-schemas.ts';

const READ = { scope: 'evidence:read', payloads: 'none' } as const;

const TEST = {
  operationId: 'testPolicy',
  summary: 'Hold rules against cases without storing either',
  tags: ['Policies'],
  body: TestBody,
  response: { 200: Tested, ...refusals('a', 422) },
};

export const policyCasesA: Noun = (app, _services, done) => {
  app.post('/policies/test', { config: READ, schema: TEST }, async (request) => {
    const { cases: written, ...policy } = request.body;
    const faults = await faultsOfPolicy(policy, principalOf(request).chain);
    if (faults.length > 0) return { valid: false, faults: faults.map(faultFields), cases: [] };
    const cases = await casesFrom(
      written,
      policy.rules.map(({ id }) => id),
    );
    const compiled = (await loadCompiler()).compilePolicy('draft', 0, documentOf(policy));
    const outcomes: CaseOutcome[] = [];
    for (const one of cases) {
      // Others have their turn between two cases.
      await nextTurn();
      outcomes.push(await tryCase(compiled, one));
    }
    const shown = outcomes.map(({ differing, ...got }, place) => ({
      ...got,
      name: cases[place]?.name ?? '',
      passed: differing.length === 0,
    }));
    return { valid: true, faults: [], cases: shown };
  });
  done();
};
