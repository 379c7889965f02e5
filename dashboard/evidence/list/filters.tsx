/** The filters above the list. All of them are in the address. */
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { AgentName } from '../../members/party.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Choice } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import type { RangeName } from '../../ui/time/time-range.ts';
import { TimeRangePicker } from '../../ui/time/time-range-picker.tsx';
import {
  CONTENT_NAMES,
  type ContentName,
  type EvidenceSearch,
  LAWS,
  leavesOut,
  TYPES,
  VERDICTS,
} from '../search.ts';
import styles from './list.module.css';

type Field = ContentName | 'action';
type Go = (next: EvidenceSearch) => unknown;

/** Their names, and what a value of each looks like. */
const FIELDS: Record<Field, readonly [name: string, hint: string]> = {
  text: ['Words', 'Words in requests, reasons, comments'],
  agent: ['Agent', 'The id of an agent'],
  person: ['Person', 'Who the agent acts for, or who decided'],
  law: ['Law', 'A law'],
  tool: ['Tool', 'The name of a tool'],
  target: ['Target', 'An address, a file, a record'],
  session: ['Session', 'The id of a session'],
  mandate: ['Mandate', 'The id of a mandate'],
  action: ['Action', 'An action, exactly'],
};
const ALL_FIELDS: readonly Field[] = [...CONTENT_NAMES, 'action'];
/** A role that does not see payloads can't search them. */
const WITHOUT_PAYLOADS: readonly Field[] = ['action'];

const TYPE_OPTIONS = [
  { value: '', name: 'Every type' },
  ...Object.entries(TYPES).map(([value, name]) => ({ value, name })),
];
const VERDICT_OPTIONS = [
  { value: '', name: 'Every verdict' },
  ...VERDICTS.map((value) => ({ value, name: value })),
];
const LAW_OPTIONS = [
  { value: '', name: 'Which law?' },
  ...Object.entries(LAWS).map(([value, name]) => ({ value, name })),
];

interface FiltersProps {
  search: EvidenceSearch;
  go: Go;
  /** The period where the address names none. */
  otherwise: RangeName;
}

export function Filters({ search, go, otherwise }: FiltersProps) {
  const { type, action, verdict } = search;
  const canLeaveOut = leavesOut({ type, action });
  return (
    <>
      <search className={styles.filters}>
        <AddFilter go={go} />
        <Select
          label="Type"
          options={TYPE_OPTIONS}
          value={type ?? ''}
          onValue={(value) => go({ type: (value || undefined) as EvidenceSearch['type'] })}
        />
        <Select
          label="Verdict"
          options={VERDICT_OPTIONS}
          value={verdict ?? ''}
          onValue={(value) => go({ verdict: (value || undefined) as EvidenceSearch['verdict'] })}
        />
        <TimeRangePicker otherwise={otherwise} />
        {canLeaveOut && (
          <Choice
            label="Trust updates and sign-ins too"
            checked={search.all === true}
            onValue={(all) => go({ all: all ? true : undefined })}
          />
        )}
      </search>
      <Chips search={search} go={go} />
    </>
  );
}

function AddFilter({ go }: { go: Go }) {
  const fields = useMay().payloads ? ALL_FIELDS : WITHOUT_PAYLOADS;
  const [chosen, setChosen] = useState<Field>('text');
  const [typed, setTyped] = useState('');
  const field = fields.includes(chosen) ? chosen : 'action';
  const [, hint] = FIELDS[field];
  const add = (value: string) => {
    if (value === '') return;
    go({ [field]: value } as EvidenceSearch);
    setTyped('');
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        add(typed.trim());
      }}
    >
      <Select
        label="Search by"
        options={fields.map((value) => ({ value, name: FIELDS[value][0] }))}
        value={field}
        onValue={setChosen}
      />
      {field === 'law' ? (
        <Select label={hint} options={LAW_OPTIONS} value="" onValue={add} />
      ) : (
        <>
          <input
            aria-label={hint}
            placeholder={hint}
            className={styles.value}
            maxLength={field === 'target' ? 1024 : 256}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">Find</Button>
        </>
      )}
    </form>
  );
}

/** The values that are searched for, each with a button that takes it away. */
function Chips({ search, go }: { search: EvidenceSearch; go: Go }) {
  const given = ALL_FIELDS.filter((field) => search[field] !== undefined);
  if (given.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {given.map((field) => (
        <li key={field} className={styles.chip}>
          <span>
            {FIELDS[field][0]}: <Value field={field} value={search[field] ?? ''} />
          </span>
          <Button
            look="quiet"
            size="small"
            aria-label={`Remove the filter ${FIELDS[field][0]}`}
            onClick={() => go({ [field]: undefined } as EvidenceSearch)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Value({ field, value }: { field: Field; value: string }): ReactNode {
  if (field === 'law') return LAWS[value as keyof typeof LAWS];
  if (field === 'agent') return <AgentName id={value} />;
  return <ForeignText cut limit={80} text={value} />;
}
