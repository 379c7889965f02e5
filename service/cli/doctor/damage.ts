/** The finding of `assize doctor` on damage: whether the database can read everything that it stores. */
import { Damaged } from '../../database/files/damage.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { lookForDamage } from '../../database/look-for-damage.ts';
import { describe } from '../terminal.ts';
import type { Finding } from './node.ts';

const WAY_OUT = 'Stop the service, keep a copy of its files, and restore a backup: docs/restore.md says how.';

export async function damageFinding(location: DatabaseLocation): Promise<Finding> {
  const finding = (state: Finding['state'], found: string): Finding => ({ what: 'damage', state, found });
  try {
    const found = await lookForDamage(location);
    if (found instanceof Damaged)
      return finding('problem', `the database is damaged: ${found.message}. ${WAY_OUT}`);
    if (found === null) return finding('ok', 'every table and index can be read');
    return finding(
      'ok',
      'not checked: run CREATE EXTENSION amcheck in the database, and let this role use it',
    );
  } catch (error) {
    return finding('problem', describe(error));
  }
}
