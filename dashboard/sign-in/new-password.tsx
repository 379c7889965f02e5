/** Asks for a new password. The service says what is wrong with it. */
import { TextField } from '../ui/forms/field.tsx';

interface NewPasswordProps {
  /** Default: `Password`. */
  label?: string;
  value: string;
  error?: string | undefined;
  onChange: (password: string) => void;
}

export function NewPassword({ label = 'Password', value, error, onChange }: NewPasswordProps) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 10 characters that are not easy to guess. Several words that don’t belong together are a good choice."
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
