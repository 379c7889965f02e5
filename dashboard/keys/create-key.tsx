/** Creates a key. The secret is shown once, to the person who created it. */
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMe } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Choice, Form, SelectField, TextField } from '../ui/forms/field.tsx';
import styles from './keys.module.css';
import { LIFETIMES, lifetimeOf, SCOPES, type Scope } from './scopes.ts';

interface CreateKeyProps {
  /** The key to replace: the new one starts with the same rights. */
  instead?: ApiKey | undefined;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

/** The choices so far. */
interface Draft {
  name: string;
  environment: ApiKey['environment'];
  scopes: readonly Scope[];
  /** Days, or `never`. */
  lifetime: string;
}

function useCreate() {
  return useWrite(
    (api, { name, environment, scopes, lifetime }: Draft) =>
      api.POST('/api/v1/api-keys', {
        body: {
          name: name.trim(),
          environment,
          scopes: [...scopes],
          expires_in_days: lifetime === 'never' ? null : Number(lifetime),
        },
      }),
    ['/api/v1/api-keys'],
  );
}

export function CreateKey({ instead, onClose, onCreated }: CreateKeyProps) {
  const environment = useEnvironment();
  const [draft, setDraft] = useState<Draft>({
    name: instead?.name ?? '',
    environment: instead?.environment ?? environment,
    scopes: instead?.scopes ?? ['governance:evaluate'],
    lifetime: instead ? lifetimeOf(instead) : '90',
  });
  const create = useCreate();
  const refused = create.error instanceof ApiError ? create.error : null;
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
        onSubmit={() => create.mutate(draft, { onSuccess: onCreated })}
        error={refused?.faults.length ? undefined : create.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={create.isPending} disabled={draft.scopes.length === 0}>
              Create key
            </Button>
          </>
        }
      >
        <KeyFields
          draft={draft}
          errorOf={(field) => refused?.of(field)}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      </Form>
    </Dialog>
  );
}

interface KeyFieldsProps {
  draft: Draft;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

function KeyFields({ draft, errorOf, onChange }: KeyFieldsProps) {
  const environment = useEnvironment();
  const me = useMe();
  const never = me?.tenant.tier === 'enterprise' ? [{ value: 'never', name: 'Never' }] : [];
  // A person in the sandbox can't create a key for production.
  const production = environment === 'sandbox' ? [] : [{ value: 'production', name: 'Production' }];
  return (
    <>
      <TextField
        label="Name"
        hint="The application that will use it."
        error={errorOf('name')}
        required
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label="Environment"
        error={errorOf('environment')}
        options={[...production, { value: 'sandbox', name: 'Sandbox' }]}
        value={draft.environment}
        onChange={({ target }) => onChange({ environment: target.value as Draft['environment'] })}
      />
      <ScopeChoices
        held={me?.scopes ?? []}
        chosen={draft.scopes}
        error={errorOf('scopes')}
        onChange={(scopes) => onChange({ scopes })}
      />
      <SelectField
        label="Expires after"
        error={errorOf('expires_in_days')}
        options={[...LIFETIMES, ...never]}
        value={draft.lifetime}
        onChange={({ target }) => onChange({ lifetime: target.value })}
      />
    </>
  );
}

interface ScopeChoicesProps {
  /** The scopes that the person may grant. */
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
