/** Passkeys: signing in with a finger, a face or a hardware key instead of a password. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../sign-in/auth.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';

interface Passkey {
  id: string;
  name?: string | null;
  createdAt: string;
}

const KEY = ['passkeys'];

export function Passkeys() {
  const query = useQuery({ queryKey: KEY, queryFn: () => auth<Passkey[]>('/passkey/list-user-passkeys') });
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const queries = useQueryClient();
  const remove = async (id: string) => {
    await auth('/passkey/delete-passkey', { id });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Card title="Passkeys">
      <div className={styles.stack}>
        <p>With a passkey you sign in without a password, so there is none to be tricked out of you.</p>
        <Loaded query={query} lines={1}>
          {(passkeys) =>
            passkeys.length > 0 && (
              <Table
                caption="Your passkeys"
                columns={[
                  { name: 'Name', bare: true, cell: (passkey) => <Name passkey={passkey} /> },
                  { name: 'Added', cell: ({ createdAt }) => <Ago time={createdAt} /> },
                  {
                    name: 'Acts',
                    bare: true,
                    cell: (passkey) => (
                      <Button size="small" onClick={() => setRemoving(passkey)}>
                        Remove…
                      </Button>
                    ),
                  },
                ]}
                items={passkeys}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
        {hasPasskeys ? <AddPasskey /> : <p>This browser does not support passkeys.</p>}
      </div>
      {removing && (
        <Confirm
          open
          onClose={() => setRemoving(null)}
          title={
            <>
              Remove <Name passkey={removing} />?
            </>
          }
          description="You can no longer sign in with it. Delete it on your device too."
          act="Remove"
          onConfirm={() => remove(removing.id)}
        />
      )}
    </Card>
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
    <Form
      onSubmit={() => add.mutate()}
      error={add.error?.message}
      actions={
        <Button type="submit" busy={add.isPending}>
          Add a passkey
        </Button>
      }
    >
      <TextField
        label="Name of the passkey"
        hint="A name that you will recognise, such as the device it is on."
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Your password, for the passkey"
        type="password"
        autoComplete="current-password"
        hint="Not needed within 10 minutes of signing in."
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </Form>
  );
}
