/** Asks for a new password. What is wrong with it, the service says. */
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
      hint="At least 10 characters that are not easily guessed: several words that don’t belong together are good."
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
