/** A sink's kind, name, options and secrets: for a new sink, and for one that is changed. */
import { useState } from 'react';
import type { Sink } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { SecretFields } from '../receivers/kind-fields.tsx';
import { Choice, SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import {
  DETAILS,
  type Draft,
  draftOf,
  FORMATS,
  KIND_NAMES,
  KINDS,
  LIMITS,
  type Option,
  optionsFrom,
  textOf,
} from './kinds.ts';

interface SinkFormProps {
  /** null: a new one. */
  sink: Sink | null;
  onClose: () => void;
  onDone: (sink: Sink) => void;
}

function useSave(sink: Sink | null) {
  return useWrite(
    (api, draft: Draft) => {
      const { kind, name, secrets, from } = draft;
      const options = optionsFrom(draft);
      if (sink === null) {
        return api.POST('/api/v1/sinks', { body: { kind, name: name.trim(), options, secrets, from } });
      }
      const params = { path: { sink_id: sink.id } };
      return api.PATCH('/api/v1/sinks/{sink_id}', { params, body: { name: name.trim(), options } });
    },
    ['/api/v1/sinks', '/api/v1/sinks/{sink_id}'],
  );
}

/** Gets the draft, and changes a part of it. */
interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errorOf: (field: string) => string | undefined;
}

export function SinkForm({ sink, onClose, onDone }: SinkFormProps) {
  const [draft, setDraft] = useState(() => draftOf(sink));
  const save = useSave(sink);
  const { kind, name, secrets } = draft;
  const { of: errorOf, whole } = faultsOf(save.error);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const part = { draft, change, errorOf };
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={sink === null ? 'Add a sink' : 'Change the sink'}
      description={KINDS[kind].does}
      act={sink === null ? 'Add sink' : 'Save'}
      disabled={name.trim() === ''}
      error={whole ?? (save.error && 'Some fields above need another value.')}
      onSubmit={async () => onDone(await save.mutateAsync(draft))}
      done={sink === null ? undefined : 'The sink is changed'}
    >
      {sink === null && (
        <SelectField
          label="Kind"
          options={KIND_NAMES.map((value) => ({ value, name: KINDS[value].title }))}
          error={errorOf('kind')}
          value={kind}
          onValue={(next) => change({ kind: next, secrets: {} })}
        />
      )}
      <TextField
        label="Name"
        maxLength={100}
        error={errorOf('name')}
        value={name}
        onValue={(text) => change({ name: text })}
      />
      {sink === null && (
        <SecretFields
          fields={KINDS[kind].secrets}
          secrets={secrets}
          onChange={(typed) => change({ secrets: typed })}
          errorOf={errorOf}
        />
      )}
      <Receiver {...part} />
      <Contents {...part} />
      {sink === null && <Beginning {...part} />}
      <Fields
        legend="Skip the oldest beyond"
        hint="While the receiver is away, records wait. Skipped ones stay in the chain, and a message says which they are."
        row
      >
        <Options {...part} options={LIMITS} />
      </Fields>
    </FormDialog>
  );
}

function Receiver(part: PartProps) {
  const { draft, change } = part;
  const { options, more } = KINDS[draft.kind];
  return (
    <>
      <Fields legend="Receiver" row>
        <Options {...part} options={options} />
      </Fields>
      {draft.kind === 'syslog' && (
        <Fields legend="Encryption">
          <Choice
            label="Over TLS, with a certificate for this host"
            checked={draft.isEncrypted}
            onValue={(isEncrypted) => change({ isEncrypted })}
          />
        </Fields>
      )}
      <Options {...part} options={more.filter((each) => draft.isEncrypted || !each.onlyEncrypted)} />
    </>
  );
}

function Contents({ draft, change, errorOf }: PartProps) {
  return (
    <>
      {KINDS[draft.kind].hasCef && (
        <SelectField
          label="Format"
          options={optionsIn(FORMATS)}
          error={errorOf('options.format')}
          value={draft.format}
          onValue={(format) => change({ format })}
        />
      )}
      <SelectField
        label="What a message says"
        hint="Arguments and comments are never sent."
        options={optionsIn(DETAILS)}
        error={errorOf('options.detail')}
        value={draft.detail}
        onValue={(detail) => change({ detail })}
      />
    </>
  );
}

const BEGINNINGS = { now: 'The next record', beginning: 'The oldest record' } as const;

function Beginning({ draft, change, errorOf }: PartProps) {
  return (
    <SelectField
      label="Begin with"
      options={optionsIn(BEGINNINGS)}
      error={errorOf('from')}
      value={draft.from}
      onValue={(from) => change({ from })}
    />
  );
}

function optionsIn<Value extends string>(names: Record<Value, string>): { value: Value; name: string }[] {
  return (Object.keys(names) as Value[]).map((value) => ({ value, name: names[value] }));
}

function Options({ draft, change, errorOf, options }: PartProps & { options: readonly Option[] }) {
  return options.map((option) => {
    const { name, label, hint, placeholder } = option;
    const field = {
      label,
      hint,
      placeholder,
      error: errorOf(`options.${name}`),
      value: textOf(draft, option),
      onValue: (text: string) => change({ texts: { ...draft.texts, [name]: text } }),
    };
    if (option.as === 'lines') return <TextArea key={name} {...field} />;
    const isNumber = option.as === 'number';
    return <TextField key={name} {...field} inputMode={isNumber ? 'numeric' : 'text'} />;
  });
}
