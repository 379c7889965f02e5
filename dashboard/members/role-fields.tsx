/** Asks for a person's role, and for their role in the sandbox. */
import { SelectField } from '../ui/forms/field.tsx';
import { AS_IN_PRODUCTION, ROLE_NAMES, ROLES, roleOf } from './roles.ts';

interface RoleFieldsProps {
  role: string;
  /** {@link AS_IN_PRODUCTION}, or a role. */
  sandboxRole: string;
  /** Why the role can't be changed. */
  fixed?: string | undefined;
  error?: string | undefined;
  onRole: (role: string) => void;
  onSandboxRole: (role: string) => void;
}

const OPTIONS = ROLE_NAMES.map((name) => ({ value: name, name }));

export function RoleFields({ role, sandboxRole, fixed, error, onRole, onSandboxRole }: RoleFieldsProps) {
  const [known, inSandbox] = [roleOf(role), roleOf(sandboxRole)];
  return (
    <>
      <SelectField
        label="Role"
        hint={fixed ?? (known && ROLES[known])}
        error={error}
        disabled={fixed !== undefined}
        options={OPTIONS}
        value={role}
        onValue={onRole}
      />
      <SelectField
        label="Role in the sandbox"
        hint={inSandbox ? ROLES[inSandbox] : 'You can let more people try things there.'}
        options={[{ value: AS_IN_PRODUCTION, name: 'as in production' }, ...OPTIONS]}
        value={sandboxRole}
        onValue={onSandboxRole}
      />
    </>
  );
}
