/**
 * Compares settings with the evidence of their changes: no version without the record of who made it, none that differs
 * from its record, and the last one in force. A record without its payload still counts by its time.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { SettingsInForceTable, SettingsVersionsTable } from '../../database/tables/governance.ts';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { ACTIVATION, documentRead, STANDARD_VERSION } from '../../governance/settings/index.ts';
import { documentHash, lawsOf, versionOf } from '../../governance/settings/terms/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';

export const settingsRegistry: Registry = { name: 'settings', check };

type VersionRow = Selectable<SettingsVersionsTable>;
type InForceRow = Selectable<SettingsInForceTable>;
/** @property change null if its payload is gone. */
type Activation = LeafAndPayload & { change: JsonObject | null };

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain } = context;
  const inForce = await db
    .selectFrom('settings_in_force')
    .selectAll()
    .where('chain', '=', chain)
    .executeTakeFirst();
  const versions = await db
    .selectFrom('settings_versions')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('version')
    .execute();
  const activations = await readActivations(context);
  checkVersions(tally, versions, activations);
  checkActivations(tally, context.size, versions, activations);
  checkInForce(tally, context.size, inForce, activations);
}

async function readActivations({ db, chain }: CheckContext): Promise<Activation[]> {
  const found: Activation[] = [];
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const leaf of page) {
      if (leaf.action !== ACTIVATION) continue;
      found.push({ ...leaf, change: leaf.payload === null ? null : (changeIn(leaf.payload) ?? {}) });
    }
  }
  return found;
}

function checkVersions(
  tally: Tally,
  versions: readonly VersionRow[],
  activations: readonly Activation[],
): void {
  for (const [place, row] of versions.entries()) {
    tally.checked();
    const { version, created_at } = row;
    if (version !== place + 1)
      tally.gap(`Version ${place + 1} of the settings is missing before ${version}.`);
    const document = documentRead(row.document);
    if (document === null || versionOf(lawsOf(document)).version !== row.law_version) {
      tally.gap(`Version ${version} of the settings does not have the law settings that it states.`);
    }
    const making = activations.find(
      ({ change, created_at: at }) => at === created_at && (change === null || change.to === version),
    );
    if (making === undefined) tally.gap(`There is no record of who made version ${version} of the settings.`);
    else if (making.actor !== row.created_by) {
      const what = `Version ${version} of the settings was made by another than is on record.`;
      tally.gap(what, making.position, making.id);
    }
  }
}

function checkActivations(
  tally: Tally,
  size: number,
  versions: readonly VersionRow[],
  activations: readonly Activation[],
): void {
  const byVersion = new Map(versions.map((row) => [row.version, row]));
  let before: unknown = STANDARD_VERSION;
  for (const { position, id, change } of activations) {
    const follows = before;
    before = change?.to;
    if (change === null || position >= size) continue;
    tally.checked();
    const row = byVersion.get(Number(change.to));
    if (follows !== undefined && change.from !== follows) {
      tally.gap(`Settings were put in force after ${change.from}, but ${follows} held.`, position, id);
    }
    if (change.to === STANDARD_VERSION) continue;
    if (row === undefined) {
      tally.gap(`Version ${change.to} of the settings was put in force, but is not there.`, position, id);
    } else if (documentHash(row.document) !== change.document_hash) {
      const what = `Version ${change.to} of the settings says something else than when it was put in force.`;
      tally.gap(what, position, id);
    } else if (row.law_version !== change.law_version) {
      tally.gap(`Version ${change.to} was put in force with other law settings.`, position, id);
    }
  }
}

function checkInForce(
  tally: Tally,
  size: number,
  inForce: InForceRow | undefined,
  activations: readonly Activation[],
): void {
  const last = activations.findLast(({ position }) => position < size);
  if (inForce === undefined && last === undefined) return;
  tally.checked();
  if (inForce === undefined) {
    tally.gap('Settings were put in force, but none are.', last?.position, last?.id);
    return;
  }
  const { version, evidence_id, activated_at, activated_by } = inForce;
  const record = activations.find(({ id }) => id === evidence_id);
  if (record === undefined) {
    tally.gap(`There is no record of who put version ${version} of the settings in force.`);
    return;
  }
  const { position, change, created_at, actor } = record;
  if (last !== undefined && position < last.position) {
    tally.gap('The settings in force are not those that were put in force last.', last.position, last.id);
  } else if (change !== null && change.to !== version) {
    const what = `Version ${version} of the settings is in force, but ${change.to} was put in force.`;
    tally.gap(what, position, evidence_id);
  } else if (created_at !== activated_at || actor !== activated_by) {
    const what = 'The settings in force were put in force at another time, or by another, than is on record.';
    tally.gap(what, position, evidence_id);
  }
}
