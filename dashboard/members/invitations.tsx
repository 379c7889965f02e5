/** Invitations that can still be accepted. */
import type { Invitation } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import type { Loading } from '../ui/state.tsx';
import { Ago, TimeLeft } from '../ui/time/time.tsx';

interface InvitationsProps {
  query: Loading<{ invitations: Invitation[] }>;
  mayChange: boolean;
}

export function Invitations({ query, mayChange }: InvitationsProps) {
  return (
    <List
      title="Invited"
      query={query}
      lines={2}
      items={({ invitations }) => invitations}
      caption="Open invitations, newest first"
      columns={[
        { name: 'E-mail', bare: true, cell: ({ email }) => <Address email={email} /> },
        { name: 'Role', cell: ({ role }) => role },
        { name: 'In the sandbox', cell: ({ sandbox_role }) => sandbox_role ?? 'as in production' },
        { name: 'Invited', cell: ({ invited_at }) => <Ago time={invited_at} /> },
        { name: 'Works for', cell: ({ expires_at }) => <TimeLeft until={expires_at} /> },
        {
          name: 'Acts',
          bare: true,
          cell: (invitation) => mayChange && <Withdraw invitation={invitation} />,
        },
      ]}
      keyOf={({ invitation_id }) => invitation_id}
    />
  );
}

function Address({ email }: { email: string | null }) {
  return email === null ? (
    <>The first owner: anyone with the link</>
  ) : (
    <ForeignText cut limit={120} text={email} />
  );
}

function Withdraw({ invitation: { invitation_id, email } }: { invitation: Invitation }) {
  const withdraw = useWrite(
    (api) =>
      api.DELETE('/api/v1/members/invitations/{invitation_id}', { params: { path: { invitation_id } } }),
    ['/api/v1/members/invitations'],
  );
  return (
    <ConfirmButton
      label="Withdraw…"
      title="Withdraw this invitation?"
      description={
        <>
          The link for <Address email={email} /> no longer works.
        </>
      }
      act="Withdraw"
      onSubmit={() => withdraw.mutateAsync(undefined)}
    />
  );
}
