/** An issuer as a request or a command states it: its faults, and what it means. */
import type { Static, TSchema } from 'typebox';
import {
  DEFAULT_ALGORITHMS,
  faultsOfAlgorithms,
  type IssuerChange,
  type WantedIssuer,
} from '../../../issuers/index.ts';
import { uniqueFaults } from '../../answers/errors.ts';
import { hasMembers } from '../../requests/body-parsing.ts';
import { LocatedFailure, type LocatedFault, located } from '../../validation/faults.ts';
import { faultsBySchema } from '../../validation/validation.ts';
import { AddBody, ChangeBody } from './issuer-schemas.ts';

export function faultsOfAlgorithmsIn({ algorithms }: Record<string, unknown>): LocatedFault[] {
  return faultsOfAlgorithms(algorithms).map((fault) => located('body', fault));
}

export function wantedOf(stated: Static<typeof AddBody>): WantedIssuer {
  const { jwks_uri: jwksUri = null, algorithms = DEFAULT_ALGORITHMS, ...wanted } = stated;
  return { ...wanted, jwksUri, algorithms };
}

export function changeOf({ jwks_uri: jwksUri, ...change }: Static<typeof ChangeBody>): IssuerChange {
  return { ...change, jwksUri };
}

/** @throws {Failure} `invalid`, with every fault and its place. */
export function requireWanted(value: unknown): WantedIssuer {
  requireBy(AddBody, value);
  return wantedOf(value as Static<typeof AddBody>);
}

/** @throws {Failure} `invalid`, with every fault and its place. */
export function requireChange(value: unknown): IssuerChange {
  requireBy(ChangeBody, value);
  return changeOf(value as Static<typeof ChangeBody>);
}

function requireBy(schema: TSchema, value: unknown): void {
  const ofAlgorithms = hasMembers(value) ? faultsOfAlgorithmsIn(value) : [];
  const faults = uniqueFaults([...ofAlgorithms, ...faultsBySchema(schema, value)]);
  if (faults.length === 0) return;
  throw new LocatedFailure(
    faults.map((fault) => ({ ...fault, msg: `${fault.loc.slice(1).join('.')}: ${fault.msg}` })),
  );
}
