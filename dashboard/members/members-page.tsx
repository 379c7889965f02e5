/** The people of the tenant, and what each may do. */
import { useState } from 'react';
import type { Member, NewInvitation } from '../../client/api.ts';
import { useMay, useMe } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Directory } from '../directory/directory.tsx';
import { Groups } from '../groups/groups.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SecretDialog } from '../ui/forms/secret.tsx';
import { List } from '../ui/list.tsx';
import { useOpened } from '../ui/navigation/address.ts';
import { Card, Facts, Page, Stack } from '../ui/page.tsx';
import { type Loading, Notice } from '../ui/state.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { AwayDialog, AwayUntil } from './away/away-dialog.tsx';
import { ChangeRole, RemoveMember } from './change-member.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { KeysOf } from './keys-of.tsx';
import { isLastOwner, ROLES } from './roles.ts';

export function MembersPage() {
  const { manage } = useMay();
  const lead = 'People sign in; applications use keys. A person’s decision is recorded under their name.';
  return manage ? (
    <Members lead={lead} />
  ) : (
    <Page title="Members" lead={lead}>
      <Notice>Your role does not show who is a member. Ask an owner.</Notice>
      <Roles />
    </Page>
  );
}

function Members({ lead }: { lead: string }) {
  const { members: mayChange } = useMay();
  const query = useRead('/api/v1/members', {});
  const [isInviting, invite, stopInviting] = useOpened('invite');
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const done = (invitation: NewInvitation) => {
    if (invitation.link === null) toast('The invitation is on its way');
    else setInvited(invitation);
  };
  return (
    <Page
      title="Members"
      lead={lead}
      actions={
        mayChange && (
          <Button look="primary" onClick={invite}>
            Invite a person
          </Button>
        )
      }
    >
      <Tabs
        label="Members"
        tabs={[
          { name: 'people', label: 'People', content: <People query={query} mayChange={mayChange} /> },
          { name: 'groups', label: 'Groups', content: <Groups /> },
          ...(mayChange ? [{ name: 'directory', label: 'Directory', content: <Directory /> }] : []),
        ]}
      />
      {mayChange && isInviting && <Invite onClose={stopInviting} onInvited={done} />}
      {invited?.link && (
        <SecretDialog
          title="Pass on this link"
          name="link"
          secret={invited.link}
          onClose={() => setInvited(null)}
        >
          <p>
            Send it to <ForeignText text={invited.email ?? ''} /> in a way that only they can read. It works
            once.
          </p>
        </SecretDialog>
      )}
    </Page>
  );
}

function People({ query, mayChange }: MemberListProps) {
  const invitations = useRead('/api/v1/members/invitations', {});
  return (
    <Stack>
      {/* Each part comes after those above it, so that none is moved down. */}
      <MemberList query={query} mayChange={mayChange} />
      {!query.isPending && <Invitations query={invitations} mayChange={mayChange} />}
      {!query.isPending && !invitations.isPending && <Roles />}
    </Stack>
  );
}

interface MemberListProps {
  query: Loading<{ members: Member[] }>;
  mayChange: boolean;
}

function MemberList({ query, mayChange }: MemberListProps) {
  const me = useMe();
  const members = query.data?.members ?? [];
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [absent, setAbsent] = useState<Member | null>(null);
  return (
    <>
      <List
        title="Who has joined"
        query={query}
        items={(data) => data.members}
        empty={[
          'No one has joined yet',
          'The service printed a link for the first owner when it started. Open it, or invite a person.',
        ]}
        caption="Members, in the order of joining"
        columns={[
          {
            name: 'Name',
            bare: true,
            cell: (member) => <Person member={member} isMe={member.member_id === me?.id} />,
          },
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: (member) =>
              mayChange && (
                <RowActs>
                  <Button size="small" onClick={() => setChanging(member)}>
                    Change role
                  </Button>
                  <Button size="small" onClick={() => setAbsent(member)}>
                    Away…
                  </Button>
                  {!isLastOwner(member, members) && (
                    <Button size="small" look="quiet" onClick={() => setRemoving(member)}>
                      Remove…
                    </Button>
                  )}
                </RowActs>
              ),
          },
        ]}
        keyOf={({ member_id }) => member_id}
      />
      {changing && (
        <ChangeRole
          member={changing}
          isLastOwner={isLastOwner(changing, members)}
          onClose={() => setChanging(null)}
        />
      )}
      {absent && (
        <AwayDialog memberId={absent.member_id} name={absent.name} onClose={() => setAbsent(null)} />
      )}
      {removing && <RemoveMember member={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    name: 'Role',
    cell: ({ role }) => <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge>,
  },
  { name: 'In the sandbox', cell: ({ sandbox_role }) => sandbox_role ?? 'as in production' },
  { name: 'Keys', cell: ({ keys }) => (keys.length === 0 ? 'none' : <KeysOf keys={keys} />) },
  { name: 'Second factor', cell: ({ has_second_factor }) => (has_second_factor ? 'yes' : 'no') },
  { name: 'Seen', cell: ({ seen_at }) => (seen_at ? <Ago time={seen_at} /> : 'not signed in') },
];

function Person({ member: { name, email, away }, isMe }: { member: Member; isMe: boolean }) {
  return (
    <>
      <div>
        <strong>
          <ForeignText cut limit={80} text={name} />
        </strong>
        {isMe && ' (you)'}
      </div>
      <small>
        <ForeignText cut limit={120} text={email} />
      </small>
      {away && (
        <div>
          <small>
            Away: <AwayUntil away={away} />
          </small>
        </div>
      )}
    </>
  );
}

function Roles() {
  return (
    <Card title="What each role may do">
      <Facts facts={ROLES} />
    </Card>
  );
}
