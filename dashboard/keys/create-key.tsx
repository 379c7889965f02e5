/** Creates a key. The secret is shown once, to the person who created it. */
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMe } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Choices, SelectField, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
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
  /** Empty: the key belongs to no agent. */
  agentId: string;
  scopes: readonly Scope[];
  /** Days, or `never`. */
  lifetime: string;
}

function useCreate() {
  return useWrite(
    (api, { name, environment, agentId, scopes, lifetime }: Draft) =>
      api.POST('/api/v1/api-keys', {
        body: {
          name: name.trim(),
          environment,
          scopes: [...scopes],
          ...(agentId.trim() !== '' && { agent_id: agentId.trim() }),
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
    agentId: instead?.agent_id ?? '',
    scopes: instead?.scopes ?? ['governance:evaluate'],
    lifetime: instead ? lifetimeOf(instead) : '90',
  });
  const create = useCreate();
  const faults = faultsOf(create.error);
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={instead ? 'Create the new key' : 'Create a key'}
      description={
        instead
          ? 'It starts with the rights of the old one. Both work until you revoke the old one.'
          : 'Give each application a key of its own, so that you can revoke it alone.'
      }
      act="Create key"
      disabled={draft.scopes.length === 0}
      error={faults.whole}
      onSubmit={async () => onCreated(await create.mutateAsync(draft))}
    >
      <KeyFields
        draft={draft}
        errorOf={faults.of}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
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
  const agents = useRead('/api/v1/agents', { params: { query: { status: 'active', limit: 100 } } });
  const never = me?.tenant.tier === 'enterprise' ? [{ value: 'never', name: 'Never' }] : [];
  // A person in the sandbox can't create a key for production.
  const production = environment === 'sandbox' ? [] : [{ value: 'production', name: 'Production' } as const];
  return (
    <>
      <TextField
        label="Name"
        hint="The application that will use it."
        error={errorOf('name')}
        required
        maxLength={200}
        value={draft.name}
        onValue={(name) => onChange({ name })}
      />
      <SelectField
        label="Environment"
        error={errorOf('environment')}
        options={[...production, { value: 'sandbox', name: 'Sandbox' }]}
        value={draft.environment}
        onValue={(chosen) => onChange({ environment: chosen })}
      />
      <TextField
        label="Agent"
        hint="What is asked with this key is then asked by this agent and no other. Empty: each request names its agent."
        error={errorOf('agent_id')}
        list="agents"
        maxLength={256}
        value={draft.agentId}
        onValue={(agentId) => onChange({ agentId, scopes: draft.scopes.filter(grantableTo(agentId)) })}
      />
      <datalist id="agents">
        {agents.data?.items.map(({ agent_id: id, name }) => (
          <option key={id} value={id} label={name ?? id} />
        ))}
      </datalist>
      <ScopeChoices
        held={(me?.scopes ?? []).filter(grantableTo(draft.agentId))}
        chosen={draft.scopes}
        error={errorOf('scopes')}
        onChange={(scopes) => onChange({ scopes })}
      />
      <SelectField
        label="Expires after"
        error={errorOf('expires_in_days')}
        options={[...LIFETIMES, ...never]}
        value={draft.lifetime}
        onValue={(lifetime) => onChange({ lifetime })}
      />
    </>
  );
}

/** A key of an agent never manages keys or members. */
function grantableTo(agentId: string): (scope: Scope) => boolean {
  return (scope) => agentId.trim() === '' || !/:(manage|provision)$/.test(scope);
}

interface ScopeChoicesProps {
  /** The scopes that the person may grant. */
  held: readonly Scope[];
  chosen: readonly Scope[];
  error?: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChoices({ held, chosen, error, onChange }: ScopeChoicesProps) {
  const options = (Object.keys(SCOPES) as Scope[])
    .filter((scope) => held.includes(scope))
    .map((scope) => ({
      value: scope,
      label: (
        <>
          <code>{scope}</code>
          <small className={styles.grants}>{SCOPES[scope]}</small>
        </>
      ),
    }));
  return (
    <fieldset className={styles.scopes}>
      <legend>What it may do</legend>
      <Choices options={options} chosen={chosen} onChange={onChange} />
      {(error ?? chosen.length === 0) && (
        <p role="alert" className={styles.error}>
          {error ?? 'Choose at least one.'}
        </p>
      )}
    </fieldset>
  );
}
