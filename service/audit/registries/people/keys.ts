/** Compares keys with the evidence of their creation and revocation: none is missing or otherwise than recorded. */
import { isoOrNull } from '../../../foundation/clock.ts';
import { fingerprintOf } from '../../../keys/index.ts';
import { differing, type Fault } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOfTenant } from '../../comparing/rows.ts';
import { type Records, stating } from '../../comparing/stating.ts';

type Row = RowOf<'api_keys'>;

export const keys = stating({
  rows: (context) => {
    const keys = rowsOfTenant(context, 'api_keys').where('environment', '=', context.environment);
    return pagesBy(keys, 'key_id');
  },
  nameOf: ({ key_id }) => key_id,
  nameIn: ({ key_id }) => String(key_id),
  records: { created: ['key.create'], revoked: ['key.revoke'] },
  ofNothing: 'This record of a key names none.',
  it: ({ key_id }) => `Key ${key_id}`,
  compare: (row, { created, revoked }) => {
    const isRevoked = row.revoked_at !== null || revoked.of(row.key_id).length > 0;
    return [faultOfCreation(row, created), ...(isRevoked ? [faultOfRevocation(row, revoked)] : [])];
  },
  left: {
    created: 'This key was created, but is not there.',
    revoked: 'This key was revoked, but is not there.',
  },
});

function faultOfCreation(row: Row, created: Records): Fault {
  const record = created.of(row.key_id).at(-1);
  if (record === undefined) {
    const isSaid = created.accountsFor(
      ({ at, actor }) => at === row.created_at && (row.made_by ?? actor) === actor,
    );
    return isSaid ? null : `There is no record of who created key ${row.key_id}.`;
  }
  const { change, actor, at } = record;
  // An earlier version did not store the maker; its record has it as the actor.
  const { made_by: madeBy = row.made_by === null ? null : actor } = change;
  const other = differing({
    made_by: [madeBy, row.made_by],
    name: [change.name, row.name],
    environment: [change.environment, row.environment],
    scopes: [JSON.stringify(change.scopes), row.scopes],
    agent_id: [change.agent_id ?? null, row.agent_id],
    expires_at: [change.expires_at, isoOrNull(row.expires_at)],
    secret_fingerprint: [change.secret_fingerprint, fingerprintOf(row.secret_hash)],
    created_at: [at, row.created_at],
  });
  return other.length === 0 ? null : { what: `is not as it was created: ${other.join(', ')}`, at: record };
}

function faultOfRevocation(row: Row, revoked: Records): Fault {
  const record = revoked.of(row.key_id).at(-1);
  if (record === undefined) {
    const isSaid = revoked.accountsFor(({ at }) => at === row.revoked_at);
    return isSaid ? null : `There is no record of who revoked key ${row.key_id}.`;
  }
  if (row.revoked_at === null) return { what: 'was revoked, but its row no longer says so', at: record };
  if (row.revoked_at === record.at) return null;
  return { what: 'was revoked at another time than is on record', at: record };
}
