/** Surface A: tries a draft of a policy on cases. Nothing is stored. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CaseOutcome, tryCase } from '../../../evaluation/index.ts';
import { loadCompiler } from '../../../governance/policies/compiled/index.ts';
import { documentOf, faultFields, faultsOfPolicy } from '../../../governance/policies/documents/index.ts';
import { VerdictName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import { CASE, casesFrom } from '../../requests/policy-cases.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, named, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { documentFields, FAULTS, RULES, WHAT_IS_WRONG } from './policy-schemas.ts';

/** Each is judged separately, in its own turn of the event loop. */
const MAX_CASES = 50;

const request = is.unknown('The body of a single evaluation');

const TestBody = named(
  'PolicyTest',
  object(
    {
      ...documentFields,
      cases: is.list(closed({ ...CASE, request }), {
        minItems: 1,
        maxItems: MAX_CASES,
      }),
    },
    {
      additionalProperties: false,
      description:
        'A policy and its cases, as `assize policies test` reads them; rules that use act need tools, which only the command line accepts',
      examples: [
        {
          rules: RULES,
          cases: [
            {
              name: 'asks a person beyond a thousand',
              request: { action: 'payment.send', context: { amount_usd: 1001 } },
              expect: { verdict: 'escalate' },
            },
          ],
        },
      ],
    },
  ),
);

const Tested = described(`${WHAT_IS_WRONG}; and the results of the rules for each case`, {
  ...FAULTS,
  cases: is.list(
    object({
      name: is.text(),
      passed: is.flag(),
      verdict: VerdictName,
      matches: is.list(is.text(), 'The rules that match'),
      erred: is.list(
        is.text(),
        'The rules that could not be evaluated, which blocks, or escalates if a rule only costs too much',
      ),
    }),
    'In the order in which you sent them; empty if a rule is wrong',
  ),
});

const route = routesOf('a', 'Policies');

const TEST = route('testPolicy', 'Try rules on cases, and store neither', { body: TestBody, 200: Tested });

export const policyCasesA: Noun = (app) => {
  app.post('/policies/test', { config: READ, schema: TEST }, async (request) => {
    const { cases: written, ...policy } = request.body;
    const faults = await faultsOfPolicy(policy, principalOf(request).chain);
    if (faults.length > 0) return { valid: false, faults: faults.map(faultFields), cases: [] };
    const cases = await casesFrom(
      { cases: written },
      policy.rules.map(({ id }) => id),
    );
    const { compilePolicy } = await loadCompiler();
    const compiled = await compilePolicy('draft', 0, documentOf(policy));
    const outcomes: CaseOutcome[] = [];
    for (const one of cases) {
      // Gives other work a turn between two cases.
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
};
