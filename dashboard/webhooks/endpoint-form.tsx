/** Where events go, and which: for a new endpoint, and for one that is changed. */
import { useState } from 'react';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Choice, Form, TextField } from '../ui/forms/field.tsx';
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
  const refused = save.error instanceof ApiError ? save.error : null;
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={endpoint === null ? 'Add an endpoint' : 'Change the endpoint'}
      description={`Events of the ${environment} are posted to it as JSON, signed.`}
    >
      <Form
        onSubmit={() => save.mutate({ url, description, types }, { onSuccess: onDone })}
        error={refused?.of('url') || refused?.of('description') ? undefined : save.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={save.isPending} disabled={types?.length === 0}>
              {endpoint === null ? 'Add endpoint' : 'Save'}
            </Button>
          </>
        }
      >
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://hooks.example.com/assize"
          error={refused?.of('url')}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextField
          label="Description"
          hint="For you: the receiver of the events."
          error={refused?.of('description')}
          maxLength={200}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <TypeChoices types={types} onChange={setTypes} />
      </Form>
    </Dialog>
  );
}

interface TypeChoicesProps {
  /** Null: all types, including future ones. */
  types: readonly EventType[] | null;
  onChange: (types: readonly EventType[] | null) => void;
}

function TypeChoices({ types, onChange }: TypeChoicesProps) {
  const toggle = (type: EventType) => {
    const chosen = types ?? [];
    onChange(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]);
  };
  return (
    <fieldset className={styles.types}>
      <legend>Events</legend>
      <Choice kind="radio" label="All of them" checked={types === null} onChange={() => onChange(null)} />
      <Choice
        kind="radio"
        label="Only some"
        checked={types !== null}
        onChange={() => onChange(['approval.created'])}
      />
      {types !== null && (
        <div className={styles.some}>
          {TYPE_NAMES.map((type) => (
            <Choice
              key={type}
              checked={types.includes(type)}
              onChange={() => toggle(type)}
              label={
                <>
                  <code>{type}</code> <small className={styles.muted}>{TYPES[type]}</small>
                </>
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
