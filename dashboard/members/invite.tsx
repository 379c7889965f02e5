/** Invites a person. Where no mail is sent, the link is shown once, to pass on. */
import { useState } from 'react';
import type { NewInvitation } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { RoleFields } from './role-fields.tsx';
import { AS_IN_PRODUCTION, roleOf } from './roles.ts';

interface InviteProps {
  onClose: () => void;
  onInvited: (invitation: NewInvitation) => void;
}

export function Invite({ onClose, onInvited }: InviteProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('approver');
  const [sandboxRole, setSandboxRole] = useState(AS_IN_PRODUCTION);
  const invite = useWrite(
    (api) =>
      api.POST('/api/v1/members/invitations', {
        body: { email: email.trim(), role: roleOf(role) ?? 'viewer', sandbox_role: roleOf(sandboxRole) },
      }),
    ['/api/v1/members/invitations'],
  );
  const faults = faultsOf(invite.error);
  return (
    <FormDialog
      keepOpen={email !== ''}
      onClose={onClose}
      title="Invite a person"
      description="The invitation works once, within 7 days, and for this address alone."
      act="Invite"
      error={faults.whole}
      onSubmit={async () => onInvited(await invite.mutateAsync(undefined))}
    >
      <TextField label="E-mail" type="email" error={faults.of('email')} value={email} onValue={setEmail} />
      <RoleFields
        role={role}
        sandboxRole={sandboxRole}
        error={faults.of('role')}
        onRole={setRole}
        onSandboxRole={setSandboxRole}
      />
    </FormDialog>
  );
}
