/** The tokens that the directory provisions members with: keys that can do nothing else. */
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { ConfirmButton, FormDialog } from '../ui/forms/form.tsx';
import { SecretDialog } from '../ui/forms/secret.tsx';
import { Row } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { RowActs, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

const SCOPE = 'members:provision';
const LIFETIME_DAYS = 365;

export function Tokens() {
  const query = useRead('/api/v1/api-keys', {});
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  return (
    <>
      <Loaded query={query} lines={2}>
        {({ keys }) => <Working keys={keys.filter(isToken)} />}
      </Loaded>
      <Row>
        <Button onClick={() => setMaking(true)}>Make a token</Button>
      </Row>
      {isMaking && <MakeToken onClose={() => setMaking(false)} onMade={setMade} />}
      {made && (
        <SecretDialog
          title="The token of your directory"
          name="token"
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function isToken({ scopes, status }: ApiKey): boolean {
  return status === 'active' && scopes.includes(SCOPE);
}

function Working({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return <p>There is no token yet.</p>;
  return (
    <Table
      caption="Tokens of the directory"
      items={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Token',
          bare: true,
          cell: ({ name, last4 }) => (
            <>
              <ForeignText cut limit={80} text={name} /> <small>…{last4}</small>
            </>
          ),
        },
        { name: 'Used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <Ago time={at} />) },
        { name: 'Ends', cell: ({ expires_at: at }) => (at === null ? 'never' : <Ago time={at} />) },
        { name: 'Acts', bare: true, cell: (key) => <Revoke apiKey={key} /> },
      ]}
    />
  );
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const revoke = useWrite(
    (api) => api.DELETE('/api/v1/api-keys/{key_id}', { params: { path: { key_id: id } } }),
    ['/api/v1/api-keys'],
  );
  return (
    <RowActs>
      <ConfirmButton
        label="Revoke…"
        title="Revoke this token?"
        description={`The directory can no longer add or remove members with ${name}.`}
        act="Revoke"
        done="The token is revoked"
        onSubmit={() => revoke.mutateAsync(undefined)}
      />
    </RowActs>
  );
}

function MakeToken({ onClose, onMade }: { onClose: () => void; onMade: (key: NewApiKey) => void }) {
  const [name, setName] = useState('Directory');
  const make = useWrite(
    (api) =>
      api.POST('/api/v1/api-keys', {
        body: {
          name: name.trim(),
          environment: 'production',
          scopes: [SCOPE],
          expires_in_days: LIFETIME_DAYS,
        },
      }),
    ['/api/v1/api-keys'],
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Make a token"
      description="It can add and remove members, with any role, and do nothing else. It ends after a year, or when you leave."
      act="Make the token"
      onSubmit={async () => onMade(await make.mutateAsync(undefined))}
    >
      <TextField
        label="Name"
        hint="Records carry it."
        required
        maxLength={200}
        value={name}
        onValue={setName}
      />
    </FormDialog>
  );
}
