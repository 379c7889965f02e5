/** The name of a group and its people: for a new group, and for one that is changed. */
import { useState } from 'react';
import type { Group, Member } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Choices, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { FormDialog } from '../ui/forms/form.tsx';

interface GroupFormProps {
  /** null: a new one. */
  group: Group | null;
  members: readonly Member[];
  onClose: () => void;
}

export function GroupForm({ group, members, onClose }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(
    group?.members.map(({ member_id }) => member_id) ?? [],
  );
  const save = useWrite(
    (api) => {
      const body = { name: name.trim(), members: [...chosen] };
      if (group === null) return api.POST('/api/v1/groups', { body });
      const params = { path: { group_id: group.group_id } };
      return api.PUT('/api/v1/groups/{group_id}', {
        params,
        body: { ...body, expected_revision: group.revision },
      });
    },
    ['/api/v1/groups'],
  );
  const faults = faultsOf(save.error);
  const isAtField = faults.of('name') !== undefined;
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={group === null ? 'Create a group' : 'Change the group'}
      description="A change takes effect on approvals that wait now, too."
      act={group === null ? 'Create group' : 'Save'}
      disabled={name.trim() === ''}
      error={isAtField ? null : save.error?.message}
      onSubmit={() => save.mutateAsync(undefined)}
      done={group === null ? 'The group is created' : 'The group is changed'}
    >
      <TextField label="Name" maxLength={100} error={faults.of('name')} value={name} onValue={setName} />
      <Fields legend="Its people">
        <Choices
          options={members.map(({ member_id: id, name: who, role }) => ({
            value: id,
            label: (
              <>
                <ForeignText cut limit={60} text={who} />{' '}
                <small>{DECIDES.has(role) ? role : `${role}: may not decide`}</small>
              </>
            ),
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
      </Fields>
    </FormDialog>
  );
}

/** The roles that may decide on approvals. */
const DECIDES: ReadonlySet<Member['role']> = new Set(['owner', 'admin', 'approver']);
