/** Where events go, and which: for a new endpoint, and for one that is changed. */
import { useState } from 'react';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useWrite } from '../api/read.ts';
import { Choice, Choices, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { type EventType, TYPE_NAMES, TYPES } from './types.ts';
import styles from './webhooks.module.css';

interface EndpointFormProps {
  /** Null: a new one. */
  endpoint: WebhookEndpoint | null;
  onClose: () => void;
  onDone: (endpoint: WebhookEndpoint | WebhookEndpointWithSecret) => void;
}

interface Draft {
  url: string;
  description: string;
  types: readonly EventType[] | null;
}

function useSave(endpoint: WebhookEndpoint | null) {
  return useWrite(
    (api, { url, description, types }: Draft) => {
      const about = description.trim();
      const chosen = types === null ? null : [...types];
      if (endpoint !== null) {
        return api.PATCH('/api/v1/webhooks/{endpoint_id}', {
          params: { path: { endpoint_id: endpoint.id } },
          body: { url, description: about || null, types: chosen },
        });
      }
      const body = { url, ...(about && { description: about }), ...(chosen && { types: chosen }) };
      return api.POST('/api/v1/webhooks', { body });
    },
    ['/api/v1/webhooks', '/api/v1/webhooks/{endpoint_id}'],
  );
}

export function EndpointForm({ endpoint, onClose, onDone }: EndpointFormProps) {
  const environment = useEnvironment();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[] | null>(endpoint?.types ?? null);
  const save = useSave(endpoint);
  const faults = faultsOf(save.error);
  const isAtField = faults.of('url') !== undefined || faults.of('description') !== undefined;
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={endpoint === null ? 'Add an endpoint' : 'Change the endpoint'}
      description={`Events of the ${environment} are posted to it as JSON, signed.`}
      act={endpoint === null ? 'Add endpoint' : 'Save'}
      disabled={types?.length === 0}
      error={isAtField ? null : save.error?.message}
      onSubmit={async () => onDone(await save.mutateAsync({ url, description, types }))}
    >
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/assize"
        error={faults.of('url')}
        value={url}
        onValue={setUrl}
      />
      <TextField
        label="Description"
        hint="For you: the receiver of the events."
        error={faults.of('description')}
        maxLength={200}
        value={description}
        onValue={setDescription}
      />
      <TypeChoices types={types} onChange={setTypes} />
    </FormDialog>
  );
}

const OPTIONS = TYPE_NAMES.map((type) => ({
  value: type,
  label: (
    <>
      <code>{type}</code> <small className={styles.muted}>{TYPES[type]}</small>
    </>
  ),
}));

interface TypeChoicesProps {
  /** Null: all types, including future ones. */
  types: readonly EventType[] | null;
  onChange: (types: readonly EventType[] | null) => void;
}

function TypeChoices({ types, onChange }: TypeChoicesProps) {
  return (
    <fieldset className={styles.types}>
      <legend>Events</legend>
      <Choice kind="radio" label="All of them" checked={types === null} onValue={() => onChange(null)} />
      <Choice
        kind="radio"
        label="Only some"
        checked={types !== null}
        onValue={() => onChange(['approval.created'])}
      />
      {types !== null && (
        <div className={styles.some}>
          <Choices options={OPTIONS} chosen={types} onChange={onChange} />
        </div>
      )}
    </fieldset>
  );
}
