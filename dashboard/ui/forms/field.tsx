/** A field of a form: its label, a hint, the error, and the control. */
import { Field as BaseField } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import styles from '../field.module.css';
import { unseenIn } from '../harmless.ts';
import { type Option, Options } from './select.tsx';

interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** The error of the field. */
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  value?: unknown;
  children: ReactNode;
}

function Field({ label, hint, error, value, children }: FieldProps) {
  // Pasted text brings carriage returns.
  const unseen = typeof value === 'string' ? unseenIn(value.replaceAll('\r', '')) : [];
  return (
    <BaseField.Root className={styles.field} invalid={error !== undefined}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      {children}
      {hint && <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>}
      {unseen.length > 0 && (
        <p className={styles.hint} role="status">
          It contains invisible characters: {unseen.join(', ')}
        </p>
      )}
      <BaseField.Error className={styles.error} match={error !== undefined}>
        {error}
      </BaseField.Error>
    </BaseField.Root>
  );
}

type TextProps = FieldTexts & { onValue?: (value: string) => void };

export function TextField({
  label,
  hint,
  error,
  onValue,
  ...input
}: TextProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} value={input.value}>
      <BaseField.Control
        render={<input onChange={({ target }) => onValue?.(target.value)} {...input} />}
        className={styles.control}
      />
    </Field>
  );
}

export interface ReasonProps {
  hint?: string | undefined;
  /** In characters, as the API takes them. */
  maxLength?: number | undefined;
}

/** Asks for a reason, which goes into the evidence. */
export function ReasonField({
  maxLength = 500,
  ...field
}: ReasonProps & { value: string; onValue: (reason: string) => void }) {
  return <TextField label="Reason" maxLength={maxLength} {...field} />;
}

export function TextArea({
  label,
  hint,
  error,
  onValue,
  ...area
}: TextProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} value={area.value}>
      <BaseField.Control
        render={<textarea rows={3} onChange={({ target }) => onValue?.(target.value)} {...area} />}
        className={styles.control}
      />
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends FieldTexts {
  options: readonly Option<Value>[];
  value: Value;
  disabled?: boolean;
  onValue: (value: Value) => void;
}

/** The native list: it works with a thumb, a keyboard and a screen reader everywhere. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  options,
  onValue,
  ...select
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      <BaseField.Control
        render={
          <select onChange={({ target }) => onValue(target.value as Value)} {...select}>
            <Options options={options} />
          </select>
        }
        className={styles.control}
      />
    </Field>
  );
}

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  kind?: 'checkbox' | 'radio';
  onValue: (isChosen: boolean) => void;
}

export function Choice({ label, kind = 'checkbox', onValue, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type={kind} onChange={({ target }) => onValue(target.checked)} {...input} />
      <span>{label}</span>
    </label>
  );
}

/** Several of a list, each with a checkbox. */
export function Choices<Value extends string>({
  options,
  chosen,
  onChange,
}: {
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}) {
  return options.map(({ value, label }) => (
    <Choice
      key={value}
      label={label}
      checked={chosen.includes(value)}
      onValue={(isChosen) =>
        onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))
      }
    />
  ));
}
