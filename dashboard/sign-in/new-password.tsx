/** Asks for a new password. The service says what is wrong with it. */
import { TextField } from '../ui/forms/field.tsx';

interface NewPasswordProps {
  label?: string;
  value: string;
  error?: string | undefined;
  onValue: (password: string) => void;
}

export function NewPassword({ label = 'Password', ...field }: NewPasswordProps) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 10 characters that are not easy to guess. Several words that don’t belong together are a good choice."
      {...field}
    />
  );
}
