/** Invitations that can still be accepted. */
import { useState } from 'react';
import type { Invitation } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Ago, TimeLeft } from '../ui/time/time.tsx';

export function Invitations({ mayChange }: { mayChange: boolean }) {
  const query = useRead('/api/v1/members/invitations', {});
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  if (query.data?.invitations.length === 0) return null;
  return (
    <Card title="Invited" flush>
      <Loaded query={query} lines={2}>
        {({ invitations }) => (
          <Table
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
                cell: (invitation) =>
                  mayChange && (
                    <Button size="small" onClick={() => setWithdrawn(invitation)}>
                      Withdraw…
                    </Button>
                  ),
              },
            ]}
            items={invitations}
            keyOf={({ invitation_id }) => invitation_id}
          />
        )}
      </Loaded>
      {withdrawn && <Withdraw invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Card>
  );
}

function Address({ email }: { email: string | null }) {
  return email === null ? (
    <>The first owner: anyone with the link</>
  ) : (
    <ForeignText cut limit={120} text={email} />
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const withdraw = useWrite(
    (api, invitation_id: string) =>
      api.DELETE('/api/v1/members/invitations/{invitation_id}', { params: { path: { invitation_id } } }),
    ['/api/v1/members/invitations'],
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title="Withdraw this invitation?"
      description={
        <>
          The link for <Address email={invitation.email} /> no longer works.
        </>
      }
      act="Withdraw"
      onConfirm={() => withdraw.mutateAsync(invitation.invitation_id)}
    />
  );
}
