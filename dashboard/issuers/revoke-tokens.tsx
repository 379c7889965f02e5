/** Revokes tokens of an issuer, and shows which were revoked before. */
import { useState } from 'react';
import type { Issuer, TokenRevocation } from '../../client/api.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/issuers', '/api/v1/issuers/{issuer_id}/revocations'];
const KINDS = [
  { value: 'subject', name: 'All of one subject' },
  { value: 'jti', name: 'One token' },
  { value: 'all', name: 'All that were issued until now' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

export function RevokeTokens({ issuer, onClose }: { issuer: Issuer; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('subject');
  const [value, setValue] = useState('');
  const params = { path: { issuer_id: issuer.issuer_id } };
  const revoke = useWrite(
    (api, body: { subject: string } | { jti: string } | { all: true }) =>
      api.POST('/api/v1/issuers/{issuer_id}/revocations', { params, body }),
    STALE,
  );
  const revoked = useRead('/api/v1/issuers/{issuer_id}/revocations', { params });
  const named = value.trim();
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title="Revoke tokens"
      description={
        <>
          Within a second, these tokens of <ForeignText limit={80} text={issuer.name} /> are refused
          everywhere. You can’t undo this.
        </>
      }
      act="Revoke"
      look="danger"
      disabled={kind !== 'all' && named === ''}
      onSubmit={() =>
        revoke.mutateAsync(
          kind === 'all' ? { all: true } : kind === 'jti' ? { jti: named } : { subject: named },
        )
      }
      done="The tokens are revoked"
    >
      <SelectField label="Which" options={KINDS} value={kind} onValue={setKind} />
      {kind !== 'all' && (
        <TextField
          label={kind === 'jti' ? 'The claim jti' : 'The claim sub'}
          maxLength={2048}
          value={value}
          onValue={setValue}
        />
      )}
      <Loaded query={revoked} lines={1}>
        {({ items }) => <Earlier items={items} revokedBefore={issuer.revoked_before} />}
      </Loaded>
    </FormDialog>
  );
}

const COLUMNS: readonly Column<TokenRevocation>[] = [
  { name: 'Claim', cell: ({ kind }) => (kind === 'jti' ? 'jti' : 'sub') },
  { name: 'Value', bare: true, cell: ({ value }) => <ForeignText cut limit={60} text={value} /> },
  { name: 'Revoked', cell: ({ revoked_at: at }) => <Ago time={at} /> },
  { name: 'By', cell: ({ revoked_by: by }) => <Party id={by} /> },
];

function Earlier({
  items,
  revokedBefore,
}: {
  items: readonly TokenRevocation[];
  revokedBefore: string | null;
}) {
  return (
    <>
      {revokedBefore !== null && (
        <p>
          All that were issued until <Ago time={revokedBefore} /> are revoked.
        </p>
      )}
      {items.length > 0 && (
        <Table
          caption="Revoked before"
          columns={COLUMNS}
          items={items}
          keyOf={({ kind, value }) => `${kind} ${value}`}
        />
      )}
    </>
  );
}
