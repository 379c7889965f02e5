/** The cases of tampering that take code: bytes, alarms, and records that follow from others. */
import { canonicalJson } from '@assize/evidence-format';
import type { Database } from '@assize/service/database/open.ts';
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import { sql } from 'kysely';
import type { Filled } from '../../support/truth/truth-parts.ts';
import { at, boundTo, payloadOf, placeOf, rewritten, setPayload, type Tampering } from './tampering.ts';

const alteredTile = async (
  db: Database,
  { chain }: Filled,
  level: number,
  alter: (hashes: Buffer) => Buffer,
) => {
  const tile = db.selectFrom('tiles').select('hashes').where('chain', '=', chain).where('level', '=', level);
  const { hashes } = await tile.executeTakeFirstOrThrow();
  const set = db.updateTable('tiles').set({ hashes: alter(Buffer.from(hashes)) });
  await set.where('chain', '=', chain).where('level', '=', level).execute();
};

export const IN_CODE: Tampering[] = [
  {
    promise: 'a-tile-that-was-altered',
    tables: ['tiles'],
    tamper: (db, filled) =>
      alteredTile(db, filled, 0, (hashes) => {
        hashes[32 * 77] = (hashes[32 * 77] ?? 0) ^ 1;
        return hashes;
      }),
    registry: 'log',
    index: () => 77,
    what: /Tile 0 of level 0 does not have the hash of artifact 77/,
  },
  {
    promise: 'an-upper-tile-that-is-too-wide',
    tables: ['tiles'],
    tamper: (db, filled) =>
      alteredTile(db, filled, 1, (hashes) => Buffer.concat([hashes, Buffer.alloc(32, 7)])),
    registry: 'log',
    index: (filled) => placeOf(filled, 'end'),
    what: /Tile 0 of level 1 has hashes of what lies beyond/,
  },
  {
    promise: 'an-open-alarm-that-names-who-acknowledged-it',
    tables: ['integrity_alarms'],
    async tamper(db, { service, chain }) {
      await raiseAlarm(service, chain, { position: 7, problem: 'wrong_hash', message: 'Record 7.' });
      await sql`UPDATE integrity_alarms SET acknowledged_by = 'key_1' WHERE acknowledged_at IS NULL`.execute(
        db,
      );
    },
    registry: 'alarms',
    index: () => 7,
    what: /is open, but names who acknowledged it/,
  },
  {
    promise: 'an-evaluation-that-came-later',
    tables: ['artifact_payloads'],
    async tamper(db, filled) {
      const placed = db.selectFrom('artifacts').select('id').where('chain', '=', filled.chain);
      const { id } = await placed.where('position', '=', 200).executeTakeFirstOrThrow();
      await rewritten(db, filled, ['done', '{ids.let}', id]);
    },
    registry: 'outcomes',
    index: at('done'),
    what: /stands before its evaluation, which is at 200/,
  },
  {
    promise: 'a-match-that-was-taken-out-with-all-that-follows-from-it',
    tables: ['artifact_payloads', 'artifacts'],
    async tamper(db, filled) {
      const {
        approval: _,
        escalation_id: __,
        facts: ___,
        ...rest
      } = JSON.parse(await payloadOf(db, filled, 'governed'));
      rest.laws.policy_adherence = { pass: 'no rule matches' };
      await setPayload(db, filled, 'governed', canonicalJson(rest));
      await boundTo(filled, "UPDATE artifacts SET verdict = 'proceed' WHERE id = {ids.governed}").execute(db);
    },
    registry: 'verdicts',
    index: at('governed'),
    what: /not those of the policies in force that match/,
  },
];
