/** Passkeys: signing in with a finger, a face or a hardware key instead of a password. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../sign-in/auth.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { ConfirmButton, Form } from '../ui/forms/form.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';

interface Passkey {
  id: string;
  name?: string | null;
  createdAt: string;
}

const KEY = ['passkeys'];

export function Passkeys() {
  const query = useQuery({ queryKey: KEY, queryFn: () => auth<Passkey[]>('/passkey/list-user-passkeys') });
  return (
    <Card title="Passkeys">
      <Stack>
        <p>With a passkey you sign in without a password, so there is none to be tricked out of you.</p>
        <Loaded query={query} lines={1}>
          {(passkeys) =>
            passkeys.length > 0 && (
              <Table
                caption="Your passkeys"
                columns={[
                  { name: 'Name', bare: true, cell: (passkey) => <Name passkey={passkey} /> },
                  { name: 'Added', cell: ({ createdAt }) => <Ago time={createdAt} /> },
                  { name: 'Acts', bare: true, cell: (passkey) => <Remove passkey={passkey} /> },
                ]}
                items={passkeys}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
        {hasPasskeys ? <AddPasskey /> : <p>This browser does not support passkeys.</p>}
      </Stack>
    </Card>
  );
}

function Remove({ passkey }: { passkey: Passkey }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Remove…"
      title={
        <>
          Remove <Name passkey={passkey} />?
        </>
      }
      description="You can no longer sign in with it. Delete it on your device too."
      act="Remove"
      onSubmit={async () => {
        await auth('/passkey/delete-passkey', { id: passkey.id });
        await queries.invalidateQueries({ queryKey: KEY });
      }}
    />
  );
}

function Name({ passkey }: { passkey: Passkey }) {
  return <ForeignText cut limit={80} text={passkey.name || 'A passkey'} />;
}

function AddPasskey() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim() || 'Passkey', password),
    onSuccess: () => {
      setName('');
      setPassword('');
      toast('The passkey is added');
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <Form onSubmit={() => add.mutate()} sent={add} act="Add a passkey" look="secondary">
      <TextField
        label="Name of the passkey"
        hint="A name that you will recognise, such as the device it is on."
        maxLength={80}
        value={name}
        onValue={setName}
      />
      <TextField
        label="Your password, for the passkey"
        type="password"
        autoComplete="current-password"
        hint="Not needed within 10 minutes of signing in."
        value={password}
        onValue={setPassword}
      />
    </Form>
  );
}
