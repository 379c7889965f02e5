/** Reads written cases of a policy: their requests must be valid evaluations. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { Static } from 'typebox';
import type { PolicyCase } from '../../evaluation/index.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { ENVIRONMENTS } from '../../tenants/index.ts';
import { VerdictName } from '../answers/enums.ts';
import * as is from '../schemas/fields.ts';
import { closed, object } from '../schemas/objects.ts';
import { LocatedFailure, located } from '../validation/faults.ts';
import { faultsBySchema } from '../validation/validation.ts';
import { CaseCatalogues } from './case-tools.ts';
import { EvaluateBodyA, toRequest } from './context-schema.ts';

const TOOLS = {
  catalogue: is.optional(is.either([is.text(), is.list(is.text())])),
  tools: is.optional(is.list(is.unknown())),
};

/** The subject of a case without known tools. */
export const CASE = {
  name: is.text({ minLength: 1 }),
  request: EvaluateBodyA,
  facts: is.optional(
    closed({
      environment: is.optional(is.oneOf(ENVIRONMENTS)),
      risk_level: is.optional(is.oneOf(RISK_LEVELS)),
      is_irreversible: is.optional(is.flag()),
      approval: is.optional(is.oneOf(['verified', 'claimed', 'none'])),
      budget_remaining_usd: is.optional(is.number({ minimum: 0 })),
    }),
  ),
  answered: is.optional(is.list(is.text())),
  expect: object(
    {
      verdict: is.optional(VerdictName),
      matches: is.optional(is.list(is.text())),
      erred: is.optional(is.flag()),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
};

const Cases = is.list(closed({ ...CASE, ...TOOLS, known: is.optional(is.list(is.text())) }), {
  minItems: 1,
});

const CasesWithTools = closed({ ...TOOLS, cases: Cases });

/**
 * @param value a list of cases, or an object with `cases` and the tools that all of them call.
 * @param rules the ids of the policy's rules: a case can't expect a rule that does not exist. null if they
 * are not known.
 * @param textFaults faults in the text of the cases.
 * @throws {Failure} `invalid`, with the place of each fault.
 */
export async function casesFrom(
  value: unknown,
  rules: readonly string[] | null,
  textFaults: readonly Fault[] = [],
): Promise<PolicyCase[]> {
  const isList = Array.isArray(value);
  const shapeFaults = faultsBySchema(isList ? Cases : CasesWithTools, value);
  if (textFaults.length + shapeFaults.length > 0) {
    throw new LocatedFailure(
      [...textFaults.map((fault) => located('body', fault)), ...shapeFaults].map((fault) => ({
        ...fault,
        msg: `${placeOf(fault.loc, value)}: ${fault.msg}`,
      })),
    );
  }
  const { cases, ...shared } = isList
    ? { cases: value as Static<typeof Cases> }
    : (value as Static<typeof CasesWithTools>);
  const faults = cases.flatMap(({ name, answered = [], expect: { matches = [] } }, place) => {
    const named = [
      ...answered.map((rule) => ({ rule, where: 'answered' })),
      ...matches.map((rule) => ({ rule, where: 'expect.matches' })),
    ];
    return named
      .filter(({ rule }) => rules?.includes(rule) === false)
      .map(({ rule, where }) => ({
        field: [...(isList ? [] : ['cases']), String(place), ...where.split('.')],
        message: `case "${name}", ${where}: the policy has no rule ${rule}`,
        type: 'value_error',
      }));
  });
  if (faults.length > 0) throw Failure.invalid(faults);
  const catalogues = new CaseCatalogues();
  return Promise.all(
    cases.map(async ({ request, catalogue, tools, ...rest }) => {
      const isOwn = catalogue !== undefined || tools !== undefined;
      const where = isOwn ? `case "${rest.name}"` : 'the cases';
      const found = await catalogues.of(isOwn ? { catalogue, tools } : shared, where);
      return { ...rest, request: toRequest(request), ...(found !== null && { catalogue: found }) };
    }),
  );
}

/** Names a case by its name, or by its number if it has none. */
function placeOf([, ...places]: readonly string[], value: unknown): string {
  const isList = Array.isArray(value);
  const cases = isList ? value : (value as { cases?: unknown } | null)?.cases;
  const [place, ...members] = isList || places[0] !== 'cases' ? places : places.slice(1);
  if (place === undefined) return 'the cases';
  if (!Array.isArray(cases) || !/^\d+$/.test(place)) return ['the cases', place, ...members].join(', ');
  const name = (cases as { name?: unknown }[])[Number(place)]?.name;
  const which = typeof name === 'string' ? `"${name}"` : `number ${Number(place) + 1}`;
  return [`case ${which}`, ...(members.length > 0 ? [members.join('.')] : [])].join(', ');
}
