/**
 * Compares invitations with their records, and each joining with the invitation that it names: who joined was invited,
 * at that address and in that role, once, and before the invitation was withdrawn or had ended.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { MemberInvitationsTable } from '../../database/tables/member.ts';
import {
  changesOf,
  type Digest,
  existingDigests,
  type RecordedChange,
} from '../../evidence/changes/index.ts';
import { fingerprintOf } from '../../keys/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { rowsBy, takeOut } from './rows.ts';

export const invitationsRegistry: Registry = { name: 'invitations', check };

type Row = Selectable<MemberInvitationsTable>;
type Named = RecordedChange & { change: JsonObject };

const INVITED = 'member.invite';
const WITHDRAWN = 'member.withdraw_invitation';
const JOINED = 'member.join';

/** By the invitation they name or, if their payload is gone, by their time. */
interface Records {
  named: Map<string, Named[]>;
  nameless: RecordedChange[];
}

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, tenantId, environment, size } = context;
  if (environment !== 'production') return;
  const invitations = db.selectFrom('member_invitations').selectAll().where('tenant_id', '=', tenantId);
  const rows = await rowsBy(invitations, 'invitation_id');
  const digest = await existingDigests(db);
  const [invited, withdrawn, joined] = [none(), none(), none()];
  const of: Record<string, Records> = { [INVITED]: invited, [WITHDRAWN]: withdrawn, [JOINED]: joined };
  for await (const page of changesOf(db, chain, Object.keys(of))) {
    for (const recorded of page) {
      const { action, change } = recorded;
      if (change !== null && action === JOINED) {
        const what = faultOfJoin({ ...recorded, change }, { invited, withdrawn, joined }, digest);
        tally.compared(what, recorded.position, recorded.id);
      }
      take(of[action], recorded);
    }
  }
  for (const row of rows.values()) {
    const [first] = invited.named.get(row.invitation_id) ?? [];
    const fault = faultOfOffer(row, first, invited) ?? faultOfEnd(row, withdrawn, joined);
    const what = fault === null ? null : `Invitation ${row.invitation_id} ${fault}.`;
    tally.compared(what, first?.position, first?.id);
  }
  const gone = [...invited.named].flatMap(([id, [first]]) => (first && !rows.has(id) ? [first] : []));
  tally.unmatched([...gone, ...invited.nameless], size, 'This invitation was made, but is not there.');
}

function none(): Records {
  return { named: new Map(), nameless: [] };
}

function take(records: Records | undefined, recorded: RecordedChange): void {
  const { change } = recorded;
  if (change === null) records?.nameless.push(recorded);
  else {
    const id = String(change.invitation_id);
    records?.named.set(id, [...(records.named.get(id) ?? []), { ...recorded, change }]);
  }
}

/** @param records those before it. */
function faultOfJoin(
  { at, change }: Named,
  { invited, withdrawn, joined }: Record<'invited' | 'withdrawn' | 'joined', Records>,
  digest: Digest,
): string | null {
  const id = String(change.invitation_id);
  const it = `Member ${change.member_id} joined by invitation ${id}`;
  const [offer] = invited.named.get(id) ?? [];
  if (joined.named.has(id)) return `${it}, which was used before.`;
  if (withdrawn.named.has(id)) return `${it}, which was withdrawn.`;
  if (offer === undefined) return invited.nameless.length > 0 ? null : `${it}, which was never made.`;
  const { role, sandbox_role, email, expires_at } = offer.change;
  if (change.role !== role || change.sandbox_role !== sandbox_role)
    return `${it}, which was for another role.`;
  if (at > Date.parse(String(expires_at))) return `${it}, which had ended.`;
  const person = change.person as JsonObject | undefined;
  if (email === null || person === undefined || person.email === digest({ email: email ?? null }))
    return null;
  return `${it}, which was for another address.`;
}

function faultOfOffer(row: Row, record: Named | undefined, { nameless }: Records): string | null {
  if (record === undefined) {
    return takeOut(nameless, ({ at }) => at === row.invited_at) ? null : 'is on no record';
  }
  const { change } = record;
  const stored: JsonObject = {
    email: row.email,
    role: row.role,
    sandbox_role: row.sandbox_role,
    expires_at: new Date(row.expires_at).toISOString(),
    // An earlier version did not record it.
    ...(change.link_fingerprint !== undefined && { link_fingerprint: fingerprintOf(row.token_hash) }),
  };
  const other = Object.keys(stored).filter((name) => stored[name] !== change[name]);
  if (row.invited_at !== record.at) other.push('invited_at');
  if (row.invited_by !== record.actor) other.push('invited_by');
  return other.length === 0 ? null : `is not as it was made: ${other.join(', ')}`;
}

function faultOfEnd(row: Row, withdrawn: Records, joined: Records): string | null {
  const isSaid = ({ named, nameless }: Records, at: number | null) => {
    const records = named.get(row.invitation_id);
    if (records === undefined) return at === null || nameless.some((record) => record.at === at);
    return records.some((record) => record.at === at);
  };
  if (!isSaid(joined, row.joined_at)) return 'was used at another time than is on record';
  return isSaid(withdrawn, row.withdrawn_at) ? null : 'was withdrawn at another time than is on record';
}
