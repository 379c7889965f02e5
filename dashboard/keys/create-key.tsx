/** Makes a key. What it answers is shown once, by who asked for it. */
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMe } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice, Form, SelectField, TextField } from '../ui/field.tsx';
import styles from './keys.module.css';
import { LIFETIMES, lifetimeOf, SCOPES, type Scope } from './scopes.ts';

interface CreateKeyProps {
  /** The new one takes its place: it starts with the same rights. */
  instead?: ApiKey | undefined;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

export function CreateKey({ instead, onClose, onCreated }: CreateKeyProps) {
  const environment = useEnvironment();
  const me = useMe();
  const [name, setName] = useState(instead?.name ?? '');
  const [forEnvironment, setEnvironment] = useState(instead?.environment ?? environment);
  const [scopes, setScopes] = useState<readonly Scope[]>(instead?.scopes ?? ['governance:evaluate']);
  const [lifetime, setLifetime] = useState(instead ? lifetimeOf(instead) : '90');
  const create = useWrite(
    (api) =>
      api.POST('/api/v1/api-keys', {
        body: {
          name: name.trim(),
          environment: forEnvironment,
          scopes: [...scopes],
          expires_in_days: lifetime === 'never' ? null : Number(lifetime),
        },
      }),
    ['/api/v1/api-keys'],
  );
  const refused = create.error instanceof ApiError ? create.error : null;
  const never = me?.tenant.tier === 'enterprise' ? [{ value: 'never', name: 'No end' }] : [];
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={instead ? 'Create the new key' : 'Create a key'}
      description={
        instead
          ? 'It starts with the rights of the old one. Both work until you revoke the old one.'
          : 'Give each application a key of its own, so that you can revoke it alone.'
      }
    >
      <Form
        onSubmit={() => create.mutate(undefined, { onSuccess: onCreated })}
        error={refused?.faults.length ? undefined : create.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={create.isPending} disabled={scopes.length === 0}>
              Create key
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          hint="The application that uses it."
          error={refused?.of('name')}
          required
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label="Environment"
          error={refused?.of('environment')}
          options={[
            // A key of the sandbox, or who is only there, can't make one for production.
            ...(environment === 'sandbox' ? [] : [{ value: 'production', name: 'Production' }]),
            { value: 'sandbox', name: 'Sandbox' },
          ]}
          value={forEnvironment}
          onChange={({ target }) => setEnvironment(target.value as typeof forEnvironment)}
        />
        <ScopeChoices
          held={me?.scopes ?? []}
          chosen={scopes}
          error={refused?.of('scopes')}
          onChange={setScopes}
        />
        <SelectField
          label="Ends after"
          error={refused?.of('expires_in_days')}
          options={[...LIFETIMES, ...never]}
          value={lifetime}
          onChange={({ target }) => setLifetime(target.value)}
        />
      </Form>
    </Dialog>
  );
}

interface ScopeChoicesProps {
  /** Only these can be given on. */
  held: readonly Scope[];
  chosen: readonly Scope[];
  error?: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChoices({ held, chosen, error, onChange }: ScopeChoicesProps) {
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope]);
  return (
    <fieldset className={styles.scopes}>
      <legend>What it may do</legend>
      {(Object.keys(SCOPES) as Scope[])
        .filter((scope) => held.includes(scope))
        .map((scope) => (
          <Choice
            key={scope}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
            label={
              <>
                <code>{scope}</code>
                <small className={styles.grants}>{SCOPES[scope]}</small>
              </>
            }
          />
        ))}
      {(error ?? chosen.length === 0) && (
        <p role="alert" className={styles.error}>
          {error ?? 'Choose at least one.'}
        </p>
      )}
    </fieldset>
  );
}
