/** Changes a member's role, or removes the member. */
import { useState } from 'react';
import type { Member } from '../../client/api.ts';
import { useMe } from '../api/me.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { KeptKeys } from './keys-of.tsx';
import { RoleFields } from './role-fields.tsx';
import { AS_IN_PRODUCTION, roleOf } from './roles.ts';

const STALE: readonly ReadPath[] = [
  '/api/v1/members',
  '/api/v1/me',
  '/api/v1/usage/billing',
  '/api/v1/api-keys',
];

interface ChangeProps {
  member: Member;
  isLastOwner: boolean;
  onClose: () => void;
}

function Name({ member }: { member: Member }) {
  return <ForeignText cut limit={80} text={member.name} />;
}

export function ChangeRole({ member, isLastOwner, onClose }: ChangeProps) {
  const [role, setRole] = useState<string>(member.role);
  const [sandboxRole, setSandboxRole] = useState<string>(member.sandbox_role ?? AS_IN_PRODUCTION);
  const change = useWrite(
    (api) =>
      api.PATCH('/api/v1/members/{member_id}', {
        params: { path: { member_id: member.member_id } },
        body: { role: roleOf(role) ?? member.role, sandbox_role: roleOf(sandboxRole) },
      }),
    STALE,
  );
  return (
    <Confirm
      onClose={onClose}
      title={
        <>
          The role of <Name member={member} />
        </>
      }
      act="Change role"
      look="primary"
      onSubmit={() => change.mutateAsync(undefined)}
      done="The role is changed"
      more="It takes effect everywhere within a second. Keys that may do more are revoked."
    >
      <RoleFields
        role={role}
        sandboxRole={sandboxRole}
        fixed={
          isLastOwner ? 'The last owner must stay owner. Make another member an owner first.' : undefined
        }
        onRole={setRole}
        onSandboxRole={setSandboxRole}
      />
    </Confirm>
  );
}

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const me = useMe();
  const [kept, setKept] = useState<readonly string[]>([]);
  const remove = useWrite(
    (api) =>
      api.DELETE('/api/v1/members/{member_id}', {
        params: { path: { member_id: member.member_id }, query: { keep_keys: [...kept] } },
      }),
    STALE,
  );
  return (
    <Confirm
      onClose={onClose}
      title={
        <>
          Remove <Name member={member} />?
        </>
      }
      description="Within a second they lose access. Their decisions stay on record, under their id."
      act="Remove"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The member is removed"
    >
      {member.member_id !== me?.id && <KeptKeys keys={member.keys} kept={kept} onChange={setKept} />}
    </Confirm>
  );
}
