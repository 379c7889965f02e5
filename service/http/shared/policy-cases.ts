/** Cases of a policy as they are written: their requests have to be such that an evaluation would take them. */

import Type, { type Static } from 'typebox';
import { type PolicyCase, VERDICTS } from '../../evaluation/index.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { RISK_LEVELS } from '../../governance/settings/index.ts';
import { ENVIRONMENTS } from '../../tenants/index.ts';
import { LocatedFailure, located } from '../validation/faults.ts';
import { faultsBySchema } from '../validation/validation.ts';
import { EvaluateBodyA, toRequest } from './context-schema.ts';

const Cases = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1 }),
      request: EvaluateBodyA,
      facts: Type.Optional(
        Type.Object(
          {
            environment: Type.Optional(Type.Enum([...ENVIRONMENTS])),
            risk_level: Type.Optional(Type.Enum([...RISK_LEVELS])),
            is_irreversible: Type.Optional(Type.Boolean()),
            approval: Type.Optional(Type.Enum(['verified', 'claimed', 'none'])),
            budget_remaining_usd: Type.Optional(Type.Number({ minimum: 0 })),
          },
          { additionalProperties: false },
        ),
      ),
      answered: Type.Optional(Type.Array(Type.String())),
      expect: Type.Object(
        {
          verdict: Type.Optional(Type.Enum([...VERDICTS])),
          matches: Type.Optional(Type.Array(Type.String())),
          erred: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1 },
);

/**
 * @param rules the ids of the policy's rules: a case can't be about one that there isn't.
 * @param textFaults what was wrong with the text of them.
 * @throws {Failure} `invalid`, with the place of each fault.
 */
export function casesFrom(
  value: unknown,
  rules: readonly string[],
  textFaults: readonly Fault[] = [],
): PolicyCase[] {
  const shapeFaults = faultsBySchema(Cases, value);
  if (textFaults.length + shapeFaults.length > 0) {
    throw new LocatedFailure(
      [...textFaults.map((fault) => located('body', fault)), ...shapeFaults].map((fault) => ({
        ...fault,
        msg: `${placeOf(fault.loc, value)}: ${fault.msg}`,
      })),
    );
  }
  const cases = value as Static<typeof Cases>;
  const faults = cases.flatMap(({ name, answered = [], expect: { matches = [] } }) => {
    const named = [
      ...answered.map((rule) => ({ rule, where: 'answered' })),
      ...matches.map((rule) => ({ rule, where: 'expect.matches' })),
    ];
    return named
      .filter(({ rule }) => !rules.includes(rule))
      .map(({ rule, where }) => ({
        field: [],
        message: `case "${name}", ${where}: the policy has no rule ${rule}`,
        type: 'value_error',
      }));
  });
  if (faults.length > 0) throw Failure.invalid(faults);
  return cases.map(({ request, ...rest }) => ({ ...rest, request: toRequest(request) }));
}

/** Names a case by its name, or by its number where it has none. */
function placeOf([, place, ...members]: readonly string[], value: unknown): string {
  if (place === undefined) return 'the cases';
  const name = (value as { name?: unknown }[])[Number(place)]?.name;
  const which = typeof name === 'string' ? `"${name}"` : `number ${Number(place) + 1}`;
  return [`case ${which}`, ...(members.length > 0 ? [members.join('.')] : [])].join(', ');
}
