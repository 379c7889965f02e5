/** Invites a person. Where no mail is sent, the link is shown once, to pass on. */
import { useState } from 'react';
import type { NewInvitation } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
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
  const refused = invite.error instanceof ApiError ? invite.error : null;
  return (
    <Dialog
      open
      keepOpen={email !== ''}
      onClose={onClose}
      title="Invite a person"
      description="The invitation works once, within 7 days, and for this address alone."
    >
      <Form
        onSubmit={() => invite.mutate(undefined, { onSuccess: onInvited })}
        error={refused?.faults.length ? undefined : invite.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={invite.isPending}>
              Invite
            </Button>
          </>
        }
      >
        <TextField
          label="E-mail"
          type="email"
          error={refused?.of('email')}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <RoleFields
          role={role}
          sandboxRole={sandboxRole}
          error={refused?.of('role')}
          onRole={setRole}
          onSandboxRole={setSandboxRole}
        />
      </Form>
    </Dialog>
  );
}
