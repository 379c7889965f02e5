/** Compares invitations with their records, and each joining with its invitation: it was as offered, and in time. */
import type { JsonObject } from '@assize/evidence-format';
import { type Digest, existingDigests } from '../../../evidence/changes/index.ts';
import { fingerprintOf } from '../../../keys/index.ts';
import { differing } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction, type Records, type Stated, stating } from '../../comparing/stating.ts';

type Row = RowOf<'member_invitations'>;
type Kinds = Readonly<Record<'invited' | 'withdrawn' | 'joined', Records>>;

export const invitations = inProduction(
  stating({
    extra: ({ db }) => existingDigests(db),
    rows: (context) => pagesBy(rowsOfTenant(context, 'member_invitations'), 'invitation_id'),
    nameOf: ({ invitation_id }) => invitation_id,
    nameIn: ({ invitation_id }) => String(invitation_id),
    records: {
      invited: ['member.invite'],
      withdrawn: ['member.withdraw_invitation'],
      joined: ['member.join'],
    },
    onRecord: (kind, id, record, before, digest) =>
      kind === 'joined' ? faultOfJoin(id, record, before, digest) : undefined,
    it: ({ invitation_id }) => `Invitation ${invitation_id}`,
    compare: (row, { invited, withdrawn, joined }) => {
      const offer = invited.of(row.invitation_id)[0];
      return { what: faultOfOffer(row, offer, invited) ?? faultOfEnd(row, withdrawn, joined), at: offer };
    },
    left: { invited: 'This invitation was made, but is not there.' },
  }),
);

/** @param before the records before it. */
function faultOfJoin(
  id: string,
  { at, change }: Stated,
  { invited, withdrawn, joined }: Kinds,
  digest: Digest,
): string | null {
  const it = `Member ${change.member_id} joined by invitation ${id}`;
  const [offer] = invited.of(id);
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

function faultOfOffer(row: Row, offer: Stated | undefined, invited: Records): string | null {
  if (offer === undefined)
    return invited.accountsFor(({ at }) => at === row.invited_at) ? null : 'is on no record';
  const { change } = offer;
  // An earlier version did not record the link.
  const { link_fingerprint: link = fingerprintOf(row.token_hash) } = change;
  const other = differing({
    email: [change.email, row.email],
    role: [change.role, row.role],
    sandbox_role: [change.sandbox_role, row.sandbox_role],
    expires_at: [change.expires_at, new Date(row.expires_at).toISOString()],
    link_fingerprint: [link, fingerprintOf(row.token_hash)],
    invited_at: [offer.at, row.invited_at],
    invited_by: [offer.actor, row.invited_by],
  });
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
