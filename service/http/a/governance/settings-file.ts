/** Checks a settings document from a file with the API's schema. */

import type { Fault } from '../../../foundation/failure.ts';
import { faultsOfOrder, type SettingsDocument } from '../../../governance/settings/terms/index.ts';
import { uniqueFaults } from '../../answers/errors.ts';
import { LocatedFailure, located } from '../../validation/faults.ts';
import { faultsBySchema } from '../../validation/validation.ts';
import { SettingsBody } from './settings-schemas.ts';

/** @param textFaults faults in its text. @throws {Failure} `invalid`, with every fault and its place. */
export function requireSettings(value: unknown, textFaults: readonly Fault[]): SettingsDocument {
  const faults = faultsBySchema(SettingsBody, value ?? null);
  const inBody = (fault: Fault) => located('body', fault);
  const order = faultsOfOrder(value, []).map(inBody);
  const all = uniqueFaults([...textFaults.map(inBody), ...faults, ...order]).map(({ loc, msg, type }) => {
    const place = loc.slice(1).join('.');
    return { loc, type, msg: place === '' ? msg : `${place}: ${msg}` };
  });
  if (all.length > 0) throw new LocatedFailure(all);
  return value as SettingsDocument;
}
