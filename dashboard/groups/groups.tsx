/** The groups of members whom routes ask for approvals. */
import { useState } from 'react';
import type { Group } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import { RowActs } from '../ui/table.tsx';
import { GroupForm } from './group-form.tsx';

export function Groups() {
  const { members: mayChange } = useMay();
  const query = useRead('/api/v1/groups', {});
  const members = useRead('/api/v1/members', {}).data?.members ?? [];
  const [open, setOpen] = useState<Group | 'new' | null>(null);
  return (
    <>
      <List
        title="Groups"
        query={query}
        actions={
          mayChange && (
            <Button size="small" onClick={() => setOpen('new')}>
              Create group
            </Button>
          )
        }
        items={({ groups }) => groups}
        empty={[
          'No group yet',
          'A group names people who decide on something together, such as Finance. A route in the settings asks it.',
        ]}
        caption="Groups of members"
        columns={[
          {
            name: 'Name',
            bare: true,
            cell: ({ name }) => (
              <strong>
                <ForeignText cut limit={80} text={name} />
              </strong>
            ),
          },
          { name: 'People', cell: (group) => <People members={group.members} /> },
          {
            name: 'Acts',
            bare: true,
            cell: (group) =>
              mayChange && (
                <RowActs>
                  <Button size="small" onClick={() => setOpen(group)}>
                    Change
                  </Button>
                  <Delete group={group} />
                </RowActs>
              ),
          },
        ]}
        keyOf={({ group_id }) => group_id}
      />
      {open !== null && (
        <GroupForm group={open === 'new' ? null : open} members={members} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** A member who has left stays in the group, and counts no longer. */
function People({ members }: { members: Group['members'] }) {
  const deciding = members.filter(({ may_decide: may }) => may);
  if (deciding.length === 0) return <Badge tone="warning">no one who may decide</Badge>;
  return (
    <div>
      {deciding.map(({ member_id: id, name, away }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <ForeignText cut limit={40} text={name ?? id} />
          {away && ' (away)'}
        </span>
      ))}
    </div>
  );
}

function Delete({ group: { group_id, name } }: { group: Group }) {
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/groups/{group_id}', { params: { path: { group_id } } }),
    ['/api/v1/groups'],
  );
  return (
    <ConfirmButton
      label="Delete…"
      buttonLook="quiet"
      title="Delete this group?"
      description={
        <>
          Approvals that ask <ForeignText cut limit={80} text={name} /> already can then not be met: they
          expire. While a route names the group, you can’t delete it.
        </>
      }
      act="Delete"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The group is deleted"
    />
  );
}
