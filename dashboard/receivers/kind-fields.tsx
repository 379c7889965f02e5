/** The fields that a kind of channel or sink needs, by their names in the API. */
import { TextField } from '../ui/forms/field.tsx';

export interface KindField {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
}

export type Texts = Readonly<Record<string, string>>;

interface SecretFieldsProps {
  fields: readonly KindField[];
  /** Only those that were typed. */
  secrets: Texts;
  onChange: (secrets: Texts) => void;
  errorOf: (field: string) => string | undefined;
}

/** Secrets go in, and never come back. */
export function SecretFields({ fields, secrets, onChange, errorOf }: SecretFieldsProps) {
  return fields.map(({ name, ...texts }) => (
    <TextField
      key={name}
      {...texts}
      type="password"
      autoComplete="off"
      error={errorOf(`secrets.${name}`)}
      value={secrets[name] ?? ''}
      onValue={(value) => onChange(withSecret(secrets, name, value))}
    />
  ));
}

function withSecret(secrets: Texts, name: string, value: string): Texts {
  const { [name]: _, ...others } = secrets;
  return value === '' ? others : { ...others, [name]: value.trim() };
}
