/** The value of a condition: texts, a number, or a choice of words. */
import { useState } from 'react';
import { Choices, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { comparisonOf, type Values } from './comparisons.ts';
import { fieldOf } from './fields.ts';
import styles from './form.module.css';
import type { Condition } from './rule.ts';

interface ValueProps {
  condition: Condition;
  /** The names of the lists that the policy has. */
  lists: readonly string[];
  readOnly: boolean;
  error: string | undefined;
  onValues: (values: Values) => void;
}

export function Value({ condition, lists, readOnly, error, onValues }: ValueProps) {
  const { values } = condition;
  const takes = comparisonOf(condition.comparison)?.takes ?? 'nothing';
  const { options } = fieldOf(condition.field);
  if (takes === 'nothing') return null;
  if (takes === 'number') return <NumberValue {...{ values, readOnly, error, onValues }} />;
  if (takes === 'list') {
    const names = new Set([...lists, ...values.map(String)]);
    return (
      <SelectField
        label="List"
        disabled={readOnly}
        error={error && (names.size === 0 ? 'This policy has no lists.' : error)}
        options={[{ value: '', name: 'Choose one' }, ...[...names].map((name) => ({ value: name, name }))]}
        value={String(values[0] ?? '')}
        onValue={(name) => onValues(name === '' ? [] : [name])}
      />
    );
  }
  if (options === undefined) return <TextValues {...{ values, readOnly, error, onValues }} />;
  const chosen = values.map(String);
  return (
    <fieldset className={styles.choices}>
      <legend>One of</legend>
      {error && <p role="alert">{error}</p>}
      <Choices
        options={[...new Set([...options, ...chosen])].map((value) => ({
          value,
          label: value.replaceAll('_', ' '),
        }))}
        chosen={chosen}
        onChange={(next) => !readOnly && onValues(next)}
      />
    </fieldset>
  );
}

type PlainProps = Omit<ValueProps, 'condition' | 'lists'> & { values: Values };

/** Keeps the text as it is typed while it means the shown values, with blanks and empty lines that these don't have. */
function useTyped(values: Values, read: (text: string) => Values) {
  const shown = values.join('\n');
  const [typed, setTyped] = useState(shown);
  const isCurrent = read(typed).join('\n') === shown;
  return { text: isCurrent ? typed : shown, setTyped };
}

const linesOf = (text: string): Values => text.split(/\r\n|\r|\n/).filter((line) => line !== '');

function TextValues({ values, readOnly, error, onValues }: PlainProps) {
  const { text, setTyped } = useTyped(values, linesOf);
  return (
    <TextArea
      label="Value"
      hint="One on each line. Each of them counts."
      rows={Math.min(8, text.split('\n').length)}
      spellCheck={false}
      readOnly={readOnly}
      error={error}
      value={text}
      onValue={(next) => {
        setTyped(next);
        onValues(linesOf(next));
      }}
    />
  );
}

function numberIn(text: string): Values {
  const number = Number(text.trim().replace(/^\+/, ''));
  const isExact = text.trim() !== '' && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return isExact && /^[-+.\deE\s]+$/.test(text) ? [number + 0] : [];
}

function NumberValue({ values, readOnly, error, onValues }: PlainProps) {
  const { text, setTyped } = useTyped(values, numberIn);
  return (
    <TextField
      label="Number"
      inputMode="decimal"
      readOnly={readOnly}
      error={error && (text.trim() === '' ? error : 'Write a number, such as 1000 or 0.5.')}
      value={text}
      onValue={(next) => {
        setTyped(next);
        onValues(numberIn(next));
      }}
    />
  );
}
