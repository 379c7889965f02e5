/** A channel's kind, name, options and secrets: for a new channel, and for one that is changed. */
import { useState } from 'react';
import type { Channel } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { SecretFields, type Texts } from '../receivers/kind-fields.tsx';
import { Choice, SelectField, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { type ChannelKind, KIND_NAMES, KINDS, kindOf, RECEIVES, type Receives, secretsOf } from './kinds.ts';
import { SlackApp } from './slack-app.tsx';

interface ChannelFormProps {
  /** null: a new one. */
  channel: Channel | null;
  onClose: () => void;
  onDone: (channel: Channel) => void;
}

interface Draft {
  kind: ChannelKind;
  name: string;
  receives: Receives;
  options: Texts;
  /** Only those that were typed. */
  secrets: Texts;
}

function draftOf(channel: Channel | null): Draft {
  const options = Object.entries(channel?.options ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    kind: channel === null ? 'slack' : kindOf(channel),
    name: channel?.name ?? '',
    receives: channel?.options.receives === 'url' ? 'url' : 'socket',
    options: Object.fromEntries(options),
    secrets: {},
  };
}

function useSave(channel: Channel | null) {
  return useWrite(
    (api, { kind, name, receives, options: typed, secrets }: Draft) => {
      const own = KINDS[kind].options.map((field) => [field.name, (typed[field.name] ?? '').trim()] as const);
      // Options that this form does not show stay as they are.
      const options = {
        ...channel?.options,
        ...Object.fromEntries(own),
        ...(kind === 'slack' && { receives }),
      };
      if (channel === null) {
        return api.POST('/api/v1/channels', { body: { kind, name: name.trim(), options, secrets } });
      }
      const params = { path: { channel_id: channel.id } };
      const body = { name: name.trim(), options, ...(Object.keys(secrets).length > 0 && { secrets }) };
      return api.PATCH('/api/v1/channels/{channel_id}', { params, body });
    },
    ['/api/v1/channels', '/api/v1/channels/{channel_id}'],
  );
}

export function ChannelForm({ channel, onClose, onDone }: ChannelFormProps) {
  const [draft, setDraft] = useState(() => draftOf(channel));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useSave(channel);
  const faults = faultsOf(save.error);
  const { kind, receives } = draft;
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={channel === null ? 'Add a channel' : 'Change the channel'}
      description={KINDS[kind].does}
      act={channel === null ? 'Add channel' : 'Save'}
      disabled={draft.name.trim() === ''}
      error={save.error?.message}
      onSubmit={async () => onDone(await save.mutateAsync(draft))}
      done={channel === null ? undefined : 'The channel is changed'}
    >
      {channel === null && (
        <SelectField
          label="Kind"
          options={KIND_NAMES.map((value) => ({ value, name: KINDS[value].title }))}
          value={kind}
          onValue={(next) => change({ kind: next, secrets: {} })}
        />
      )}
      <TextField
        label="Name"
        maxLength={100}
        error={faults.of('name')}
        value={draft.name}
        onValue={(name) => change({ name })}
      />
      {kind === 'slack' && (
        <>
          <Fields legend="How presses arrive">
            {(['socket', 'url'] as const).map((way) => (
              <Choice
                key={way}
                kind="radio"
                label={RECEIVES[way].title}
                checked={receives === way}
                onValue={() => change({ receives: way, secrets: {} })}
              />
            ))}
          </Fields>
          <SlackApp receives={receives} isNew={channel === null} />
        </>
      )}
      {KINDS[kind].options.map(({ name, ...texts }) => (
        <TextField
          key={name}
          {...texts}
          error={faults.of(`options.${name}`)}
          value={draft.options[name] ?? ''}
          onValue={(value) => change({ options: { ...draft.options, [name]: value } })}
        />
      ))}
      <SecretFields
        fields={secretsOf(kind, receives).map((field) =>
          channel === null ? field : { ...field, hint: 'Left empty, the former one stays.' },
        )}
        secrets={draft.secrets}
        onChange={(secrets) => change({ secrets })}
        errorOf={faults.of}
      />
    </FormDialog>
  );
}
