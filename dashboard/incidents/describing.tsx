/** The fields that describe an incident, for opening and changing one. */

import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Choices, SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { HARMS, type Harm, isoOf, SEVERITIES, type Severity } from './words.ts';

export interface Draft {
  title: string;
  description: string;
  severity: Severity;
  harms: readonly Harm[];
  /** As `datetime-local` has them. */
  happenedAt: string;
  noticedAt: string;
  /** The id of a member; empty: no one. */
  responsible: string;
}

/** The body of a request. Times that were left empty are left to the service. */
export function bodyOf({ title, description, severity, harms, happenedAt, noticedAt, responsible }: Draft) {
  const [happened, noticed] = [isoOf(happenedAt), isoOf(noticedAt)];
  return {
    title: title.trim(),
    description,
    severity,
    harms: severity === 'serious' ? [...harms] : [],
    responsible: responsible === '' ? null : responsible,
    ...(happened !== undefined && { happened_at: happened }),
    ...(noticed !== undefined && { noticed_at: noticed }),
  };
}

interface DescribingProps {
  draft: Draft;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

export function Describing({ draft, errorOf, onChange }: DescribingProps) {
  return (
    <>
      <TextField
        label="What happened"
        error={errorOf('title')}
        required
        maxLength={200}
        value={draft.title}
        onValue={(title) => onChange({ title })}
      />
      <TextArea
        label="In more words"
        hint="What went wrong, for whom, and how you found out. It becomes evidence."
        error={errorOf('description')}
        maxLength={4000}
        value={draft.description}
        onValue={(description) => onChange({ description })}
      />
      <SelectField
        label="Severity"
        hint="A serious incident must be reported to an authority in time."
        error={errorOf('severity')}
        options={SEVERITIES}
        value={draft.severity}
        onValue={(severity) => onChange({ severity })}
      />
      {draft.severity === 'serious' && (
        <Fields
          legend="What makes it serious"
          hint={errorOf('harms') ?? 'It decides until when it must be reported.'}
        >
          <Choices
            options={Object.entries(HARMS).map(([value, label]) => ({ value: value as Harm, label }))}
            chosen={draft.harms}
            onChange={(harms) => onChange({ harms })}
          />
        </Fields>
      )}
      <TextField
        label="Happened"
        type="datetime-local"
        error={errorOf('happened_at')}
        value={draft.happenedAt}
        onValue={(happenedAt) => onChange({ happenedAt })}
      />
      <TextField
        label="Noticed"
        type="datetime-local"
        hint="The time to report it counts from here. Default: now."
        error={errorOf('noticed_at')}
        value={draft.noticedAt}
        onValue={(noticedAt) => onChange({ noticedAt })}
      />
      <Responsible draft={draft} errorOf={errorOf} onChange={onChange} />
    </>
  );
}

function Responsible({ draft, errorOf, onChange }: DescribingProps) {
  const { manage } = useMay();
  const members = useRead('/api/v1/members', {}, { enabled: manage });
  const people = (members.data?.members ?? []).map(({ member_id: value, name }) => ({ value, name }));
  if (people.length === 0) return null;
  return (
    <SelectField
      label="Responsible"
      error={errorOf('responsible')}
      options={[{ value: '', name: 'No one yet' }, ...people]}
      value={draft.responsible}
      onValue={(responsible) => onChange({ responsible })}
    />
  );
}
