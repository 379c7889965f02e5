/** Says what a tool returns: where the values of its results come from, and how confidential they are. */
import { useState } from 'react';
import type { Tool } from '../../client/api.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextArea } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import type { Option } from '../ui/forms/select.tsx';
import { toast } from '../ui/toast.tsx';

type Entry = Tool['entry'];
type Source = NonNullable<Entry['result']>;
type Writable = Omit<Entry, 'effect' | 'seen'> & Required<Pick<Entry, 'effect'>>;
type Confidentiality = NonNullable<Entry['confidentiality']>;

const SOURCES: Record<Source, string> = {
  own: 'records that you keep',
  content: 'text that others may have written',
};
const TONES: Record<Confidentiality, Tone> = {
  public: 'neutral',
  internal: 'neutral',
  confidential: 'warning',
  secret: 'bad',
};

export function ConfidentialityBadge({ entry: { confidentiality: of } }: { entry: Entry }) {
  return of === undefined ? null : <Badge tone={TONES[of]}>returns {of} data</Badge>;
}

/** Items of a list about an entry. */
export function ReturnsItems({ entry: { result, result_fields: fields = {} } }: { entry: Entry }) {
  const named = Object.entries(fields);
  return (
    <>
      {result && <li>returns {SOURCES[result]}</li>}
      {named.map(([name, source]) => (
        <li key={name}>
          <code>
            <ForeignText limit={80} text={name} />
          </code>{' '}
          in its results is {source === 'own' ? 'yours' : SOURCES.content}
        </li>
      ))}
    </>
  );
}

const STALE: readonly ReadPath[] = ['/api/v1/tools', '/api/v1/judgement/report'];
const UNDECLARED = 'undeclared';
const SOURCE_OPTIONS: readonly Option<Source | typeof UNDECLARED>[] = [
  { value: UNDECLARED, name: 'Not stated' },
  { value: 'own', name: 'Own: records that you keep' },
  { value: 'content', name: 'Content: others may have written it' },
];
const CONFIDENTIALITY_OPTIONS: readonly Option<Confidentiality | typeof UNDECLARED>[] = [
  { value: UNDECLARED, name: 'Not stated' },
  { value: 'public', name: 'Public: anyone may read it' },
  { value: 'internal', name: 'Internal' },
  { value: 'confidential', name: 'Confidential: mail, people, money, health' },
  { value: 'secret', name: 'Secret: credentials and keys' },
];

/** A button that opens a form. An entry that waits for a review is accepted as it is corrected. */
export function EditReturns({ tool }: { tool: Tool }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Edit results
      </Button>
      {isOpen && <ReturnsForm tool={tool} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReturnsForm({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const { entry } = tool;
  const [source, setSource] = useState<Source | typeof UNDECLARED>(entry.result ?? UNDECLARED);
  const [level, setLevel] = useState<Confidentiality | typeof UNDECLARED>(
    entry.confidentiality ?? UNDECLARED,
  );
  const [fields, setFields] = useState(linesOf(entry));
  const save = useSave(tool);
  const isWaiting = tool.status !== 'accepted';
  const submit = () => {
    const { result: _result, confidentiality: _level, result_fields: _fields, ...rest } = entry;
    const result_fields = fieldsIn(fields);
    return save({
      ...rest,
      ...(source !== UNDECLARED && { result: source }),
      ...(level !== UNDECLARED && { confidentiality: level }),
      ...(Object.keys(result_fields).length > 0 && { result_fields }),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Results of the tool"
      description="A person or an account that only text of others has named is a new party in later calls."
      act={isWaiting ? 'Save and accept' : 'Save'}
      onSubmit={submit}
      done={isWaiting ? 'The entry is accepted' : 'The entry is changed'}
    >
      <SelectField label="It returns" options={SOURCE_OPTIONS} value={source} onValue={setSource} />
      <SelectField
        label="Its results are"
        options={CONFIDENTIALITY_OPTIONS}
        value={level}
        onValue={setLevel}
      />
      <TextArea
        label="Members with another source"
        hint="One a line, such as thread_id: own"
        rows={4}
        spellCheck={false}
        value={fields}
        onValue={setFields}
      />
    </FormDialog>
  );
}

/** The catalogue is in use from the first accepted entry on, and the notice says what that changes. */
function useSave({ tool_id, hash, status }: Tool) {
  const put = useWrite((api, entry: Writable) => api.PUT('/api/v1/tools', { body: { entry } }), STALE);
  const review = useWrite(
    (api, entry: Writable) =>
      api.POST('/api/v1/tools/review', { body: { accept: [{ tool_id, hash, entry }] } }),
    STALE,
  );
  return async ({ effect, seen: _, reasons = {}, ...rest }: Entry) => {
    if (effect === undefined) throw new Error('This entry has no effect: import its tool again.');
    const kept = Object.entries(reasons).filter(([field]) => !/^(?:result|confidentiality)/.test(field));
    const entry = { ...rest, effect, reasons: Object.fromEntries(kept) };
    const { notice } = await (status === 'accepted' ? put : review).mutateAsync(entry);
    if (notice !== null) toast('The catalogue is in use', notice);
  };
}

function linesOf({ result_fields: fields = {} }: Entry): string {
  return Object.entries(fields)
    .map(([name, source]) => `${name}: ${source}`)
    .join('\n');
}

function fieldsIn(text: string): Record<string, Source> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', source] = /^\s*(.*\S)\s*:\s*(own|content)\s*$/.exec(line) ?? [];
      if (name === '') throw new Error(`Write a name and own or content: ${line}`);
      return [name, source as Source];
    }),
  );
}
