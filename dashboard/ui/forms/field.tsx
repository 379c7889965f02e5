/** A field of a form: its label, a hint, the error, and the control. */
import { Field as BaseField } from '@base-ui/react/field';
import type {
  FormEvent,
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import styles from '../field.module.css';
import { unseenIn } from '../harmless.ts';

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

export function TextField({
  label,
  hint,
  error,
  ...input
}: FieldTexts & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} value={input.value}>
      <BaseField.Control render={<input {...input} />} className={styles.control} />
    </Field>
  );
}

type ReasonProps = { hint?: string; value: string; onChange: (reason: string) => void; maxLength?: number };

/** Asks for a reason, which goes into the evidence. `maxLength` in characters, as the API takes them. */
export function ReasonField({ onChange, maxLength = 500, ...field }: ReasonProps) {
  return (
    <TextField
      label="Reason"
      maxLength={maxLength}
      onChange={({ target }) => onChange(target.value)}
      {...field}
    />
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...area
}: FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} value={area.value}>
      <BaseField.Control render={<textarea rows={3} {...area} />} className={styles.control} />
    </Field>
  );
}

export interface Option {
  value: string;
  name: string;
}

type SelectProps = FieldTexts & { options: readonly Option[] } & SelectHTMLAttributes<HTMLSelectElement>;

/** The native list: it works with a thumb, a keyboard and a screen reader everywhere. */
export function SelectField({ label, hint, error, options, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <BaseField.Control
        render={
          <select {...select}>
            {options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        }
        className={styles.control}
      />
    </Field>
  );
}

type ChoiceProps = { label: ReactNode; kind?: 'checkbox' | 'radio' } & InputHTMLAttributes<HTMLInputElement>;

export function Choice({ label, kind = 'checkbox', ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type={kind} {...input} />
      <span>{label}</span>
    </label>
  );
}

interface FormProps {
  onSubmit: () => void;
  /** An error that does not belong to one field. */
  error?: string | undefined;
  actions: ReactNode;
  children: ReactNode;
}

export function Form({ onSubmit, error, actions, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.actions}>{actions}</div>
    </form>
  );
}
