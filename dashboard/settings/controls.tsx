/** The controls of a setting: a choice, a number, numbers by risk, and the catalogue. */
import { Field as BaseField } from '@base-ui/react/field';
import { type ReactNode, useState } from 'react';
import type { NewSettings, SettingsField } from '../../client/api.ts';
import { choiceWords, isLong, RISKS } from '../../client/changes/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Choice, Choices, TextField } from '../ui/forms/field.tsx';
import { Select } from '../ui/forms/select.tsx';
import { numberIn } from './fields.ts';
import styles from './settings.module.css';

export interface ControlProps {
  field: SettingsField;
  value: unknown;
  isReadOnly: boolean;
  onValue: (value: unknown) => void;
}

const FLAG = [
  { value: 'true', effect: 'yes' },
  { value: 'false', effect: 'no' },
];

export function Control(props: ControlProps) {
  const { field, value, onValue } = props;
  if (field.kind === 'by_risk') return <ByRisk {...props} />;
  if (field.kind === 'catalogue') return <Catalogue {...props} />;
  if (field.kind === 'several') return <Several {...props} />;
  if (field.kind === 'number') {
    return <NumberInput {...props} label={field.title} onValue={onValue} after={field.unit} />;
  }
  const options = field.kind === 'flag' ? FLAG : field.choices;
  return (
    <Options
      {...props}
      options={options}
      value={String(value)}
      onValue={(chosen) => onValue(field.kind === 'flag' ? chosen === 'true' : chosen)}
    />
  );
}

function Several({ field, value, isReadOnly, onValue }: ControlProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <fieldset className={styles.several} aria-label={field.title} disabled={isReadOnly}>
      <Choices
        options={field.choices.map((choice) => ({ value: choice.value, label: capital(choice.effect) }))}
        chosen={chosen}
        onChange={onValue}
      />
    </fieldset>
  );
}

interface OptionsProps extends ControlProps {
  options: readonly { value: string; effect: string }[];
}

function Options({ field, options, value, isReadOnly, onValue }: OptionsProps) {
  return (
    <div className={styles.options} role="radiogroup" aria-label={field.title}>
      {options.map(({ value: each, effect }) => (
        <label key={each} className={styles.option}>
          <input
            type="radio"
            name={field.path}
            disabled={isReadOnly}
            checked={value === each}
            onChange={() => onValue(each)}
          />
          <span>
            <strong>{capital(choiceWords(field, each, effect))}</strong>
            {field.kind === 'choice' && isLong(field) && <span className={styles.effect}>{effect}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface NumberProps extends ControlProps {
  label: string;
  after?: ReactNode;
}

function NumberInput({ label, value, isReadOnly, onValue, after }: NumberProps) {
  const [typed, setTyped] = useState(String(value));
  // "0." and "0.0" are on the way to another number.
  const shown = numberIn(typed) === value ? typed : String(value);
  return (
    <span className={styles.number}>
      <BaseField.Control
        render={
          <input
            aria-label={label}
            inputMode="decimal"
            autoComplete="off"
            readOnly={isReadOnly}
            value={shown}
            onChange={({ target }) => {
              setTyped(target.value);
              onValue(numberIn(target.value));
            }}
          />
        }
        className={styles.input}
      />
      {after && <span className={styles.unit}>{after}</span>}
    </span>
  );
}

function ByRisk({ field, value, onValue, ...rest }: ControlProps) {
  const byRisk = value as Record<string, unknown>;
  return (
    <fieldset className={styles.byRisk} aria-label={field.title}>
      {RISKS.map((risk) => (
        <div key={risk} className={styles.risk}>
          <span className={styles.unit}>{risk}</span>
          <NumberInput
            {...rest}
            field={field}
            label={`${field.title} at ${risk} risk`}
            value={byRisk[risk]}
            onValue={(next) => onValue({ ...byRisk, [risk]: next })}
          />
        </div>
      ))}
    </fieldset>
  );
}

type Entry = NewSettings['catalogue'][number];

const FLOORS = [
  { value: '', name: 'any risk' },
  ...RISKS.map((value) => ({ value, name: `${value} risk or more` })),
] as const;
const NEW_ENTRY: Entry = { action: '', risk_level: 'medium' };
const MOST_ENTRIES = 1000;
/** A longer catalogue is shown in part. */
const SHOWN_ENTRIES = 50;

function Catalogue({ value, isReadOnly, onValue }: ControlProps) {
  const entries = Array.isArray(value) ? (value as Entry[]) : [];
  const [shown, setShown] = useState(SHOWN_ENTRIES);
  return (
    <div className={styles.catalogue}>
      {entries.length === 0 && <p className={styles.unit}>An action is as risky as its caller says.</p>}
      {entries.slice(0, shown).map((entry, at) => (
        <CatalogueRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the action of an entry changes while it is typed
          key={at}
          entry={entry}
          isReadOnly={isReadOnly}
          onChange={(next) => onValue(entries.with(at, next))}
          onRemove={() => onValue(entries.toSpliced(at, 1))}
        />
      ))}
      <div className={styles.row}>
        {!isReadOnly && entries.length < MOST_ENTRIES && (
          <Button
            size="small"
            onClick={() => {
              onValue([...entries, NEW_ENTRY]);
              setShown(Math.max(shown, entries.length + 1));
            }}
          >
            Add an action
          </Button>
        )}
        {entries.length > shown && (
          <Button size="small" look="quiet" onClick={() => setShown(entries.length)}>
            Show all {entries.length}
          </Button>
        )}
      </div>
    </div>
  );
}

interface CatalogueRowProps {
  entry: Entry;
  isReadOnly: boolean;
  onChange: (entry: Entry) => void;
  onRemove: () => void;
}

function CatalogueRow({ entry, isReadOnly, onChange, onRemove }: CatalogueRowProps) {
  const { action, risk_level: risk = '', is_irreversible: irreversible = false } = entry;
  const set = (next: { risk: string; irreversible: boolean }) =>
    onChange({
      action,
      ...(next.risk !== '' && { risk_level: next.risk as NonNullable<Entry['risk_level']> }),
      ...(next.irreversible && { is_irreversible: true }),
    });
  return (
    <div className={styles.entry}>
      <TextField
        label="Action"
        placeholder="payments.*"
        maxLength={256}
        readOnly={isReadOnly}
        value={action}
        onValue={(next) => onChange({ ...entry, action: next })}
      />
      {isReadOnly ? (
        <span>{FLOORS.find(({ value }) => value === risk)?.name}</span>
      ) : (
        <Select
          label="Least risk"
          options={FLOORS}
          value={risk}
          onValue={(next) => set({ risk: next, irreversible })}
        />
      )}
      <Choice
        label="Irreversible"
        disabled={isReadOnly}
        checked={irreversible}
        onValue={(next) => set({ risk, irreversible: next })}
      />
      {!isReadOnly && (
        <Button size="small" look="quiet" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
