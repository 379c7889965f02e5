/** The arguments of a call as fields of a form. The names, descriptions and values are foreign text. */
import type { ReactNode } from 'react';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { type ArgumentField, isChanged, keyOf, type Typed } from './fields.ts';

/** A longer text is too slow to type in, and can't be judged in a field. */
const MOST_CHARACTERS = 20_000;
/** A longer one gets more than one line. */
const LONG = 60;

interface ArgumentFieldsProps {
  fields: readonly ArgumentField[];
  typed: Typed;
  /** By the key of the field. */
  faults: Readonly<Record<string, string | undefined>>;
  onType: (typed: Typed) => void;
}

export function ArgumentFields({ fields, typed, faults, onType }: ArgumentFieldsProps) {
  return fields.map((field) => {
    const key = keyOf(field);
    return (
      <OneField
        key={key}
        field={field}
        value={typed[key] ?? field.text}
        isChanged={isChanged(field, typed)}
        error={faults[key]}
        onValue={(value) => onType({ ...typed, [key]: value })}
      />
    );
  });
}

interface OneFieldProps {
  field: ArgumentField;
  value: string;
  isChanged: boolean;
  error: string | undefined;
  onValue: (value: string) => void;
}

function OneField({ field, value, isChanged: isNew, error, onValue }: OneFieldProps) {
  const { path, kind, text } = field;
  const isTooLong = text.length > MOST_CHARACTERS;
  const shared = {
    label: <ForeignText cut limit={120} text={path.join(' › ')} />,
    hint: isTooLong ? TOO_LONG : <Hint field={field} isChanged={isNew} />,
    error,
    value,
    onValue,
  };
  if (isTooLong) return <TextArea {...shared} value={text.slice(0, LONG)} readOnly />;
  if (kind === 'flag' || kind === 'choice') {
    const options = optionsOf(field).map((each) => ({ value: each, name: each === '' ? 'not set' : each }));
    return <SelectField {...shared} options={options} />;
  }
  if (kind === 'number' || kind === 'integer') return <TextField {...shared} inputMode="decimal" />;
  const isShort = kind === 'text' && text.length <= LONG && !text.includes('\n');
  return isShort ? <TextField {...shared} /> : <TextArea {...shared} spellCheck={kind !== 'json'} />;
}

const TOO_LONG = 'It is too long to be changed here, and stays as it is.';

function optionsOf({ kind, choices, text }: ArgumentField): readonly string[] {
  const values = kind === 'flag' ? ['true', 'false'] : choices;
  return text === '' ? ['', ...values] : values;
}

function Hint({ field, isChanged: isNew }: { field: ArgumentField; isChanged: boolean }): ReactNode {
  const { before, text, kind, description } = field;
  const was = before === undefined ? 'not set' : <ForeignText cut limit={80} text={text} />;
  return (
    <>
      {description && <ForeignText cut limit={200} text={description} />}
      {description && (isNew || kind === 'lines') && ' '}
      {kind === 'lines' && 'One on each line. '}
      {isNew && <>Before: {was}</>}
    </>
  );
}
