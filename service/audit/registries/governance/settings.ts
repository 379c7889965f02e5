/** Compares settings with the evidence of their changes. A record without its payload still counts by its time. */
import type { JsonObject } from '@assize/evidence-format';
import { ACTIVATION, documentRead, STANDARD_VERSION } from '../../../governance/settings/index.ts';
import { documentHash, lawsOf, versionOf } from '../../../governance/settings/terms/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { type RowOf, rowsOf } from '../../comparing/rows.ts';
import type { Check, Tally } from '../../registry.ts';

type Version = RowOf<'settings_versions'>;
/** @property change null if its payload is gone. */
interface Activation {
  act: Act;
  change: JsonObject | null;
}

/** Rows are read first: each was written together with its record, which a later read then finds. */
export const settings: Check = async (tally, context) => {
  const inForce = await rowsOf(context, 'settings_in_force').executeTakeFirst();
  const versions = await rowsOf(context, 'settings_versions').orderBy('version').execute();
  const activations: Activation[] = [];
  for await (const page of actsOfType(context, 'governance_change', { actions: [ACTIVATION] }))
    for (const act of page) activations.push({ act, change: act.isGone ? null : (act.change ?? {}) });
  for (const [place, row] of versions.entries()) checkVersion(tally, row, place, activations);
  checkActivations(tally, context.size, versions, activations);
  const last = activations.findLast(({ act }) => act.position < context.size)?.act;
  if (inForce !== undefined) checkInForce(tally, inForce, last, activations);
  else if (last !== undefined) tally.compared('Settings were put in force, but none are.', last);
};

function checkVersion(
  tally: Tally,
  { version, document: text, law_version, created_at, created_by }: Version,
  place: number,
  activations: readonly Activation[],
): void {
  tally.checked();
  if (version !== place + 1) tally.gap(`Version ${place + 1} of the settings is missing before ${version}.`);
  const it = `Version ${version} of the settings`;
  const document = documentRead(text);
  if (document === null || versionOf(lawsOf(document)).version !== law_version)
    tally.gap(`${it} does not have the law settings that it states.`);
  const making = activations.find(
    ({ act, change }) => act.at === created_at && (change === null || change.to === version),
  )?.act;
  if (making === undefined) tally.gap(`There is no record of who made version ${version} of the settings.`);
  else if (making.actor !== created_by) tally.gap(`${it} was made by another than is on record.`, making);
}

function checkActivations(
  tally: Tally,
  size: number,
  versions: readonly Version[],
  activations: readonly Activation[],
): void {
  const byVersion = new Map(versions.map((row) => [row.version, row]));
  let before: unknown = STANDARD_VERSION;
  for (const { act, change } of activations) {
    const follows = before;
    before = change?.to;
    if (change === null || act.position >= size) continue;
    tally.checked();
    const { from, to, document_hash, law_version } = change;
    if (follows !== undefined && from !== follows)
      tally.gap(`Settings were put in force after ${from}, but ${follows} held.`, act);
    if (to === STANDARD_VERSION) continue;
    const row = byVersion.get(Number(to));
    const it = `Version ${to} of the settings`;
    if (row === undefined) tally.gap(`${it} was put in force, but is not there.`, act);
    else if (documentHash(row.document) !== document_hash)
      tally.gap(`${it} says something else than when it was put in force.`, act);
    else if (row.law_version !== law_version)
      tally.gap(`Version ${to} was put in force with other law settings.`, act);
  }
}

function checkInForce(
  tally: Tally,
  { version, evidence_id, activated_at, activated_by }: RowOf<'settings_in_force'>,
  last: Act | undefined,
  activations: readonly Activation[],
): void {
  tally.checked();
  const it = `Version ${version} of the settings`;
  const { act, change } = activations.find((each) => each.act.id === evidence_id) ?? {};
  if (act === undefined)
    tally.gap(`There is no record of who put version ${version} of the settings in force.`);
  else if (last !== undefined && act.position < last.position)
    tally.gap('The settings in force are not those that were put in force last.', last);
  else if (change && change.to !== version)
    tally.gap(`${it} is in force, but ${change.to} was put in force.`, act);
  else if (act.at !== activated_at || act.actor !== activated_by)
    tally.gap(
      'The settings in force were put in force at another time, or by another, than is on record.',
      act,
    );
}
