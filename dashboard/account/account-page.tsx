/** Your own account: how you sign in, and where. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Me, useMe } from '../api/me.ts';
import { Devices } from '../notifications/devices.tsx';
import { Wishes } from '../notifications/wishes.tsx';
import { signOut } from '../sign-in/auth.ts';
import { OfferRow, useOffers } from '../sign-in/offers.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Facts, Page, Row, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/state.tsx';
import { ChangeName } from './change-name.tsx';
import { ChangePassword } from './change-password.tsx';
import { ChatAccounts } from './deciding/chat-accounts.tsx';
import { OutOfOffice } from './deciding/out-of-office.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useAuth } from './use-auth.ts';

export function AccountPage() {
  const me = useMe();
  return (
    <Page
      title="Your account"
      narrow
      actions={me?.kind === 'member' && <Button onClick={() => void signOut()}>Sign out</Button>}
    >
      {me === null ? <Skeleton /> : <Account me={me} />}
    </Page>
  );
}

function Account({ me }: { me: Me }) {
  return (
    <>
      <Card title="You">
        <Facts
          facts={{
            Name: <ForeignText text={me.name} />,
            'E-mail': me.email && <ForeignText text={me.email} />,
            Role: me.role ?? 'API key',
            Organisation: <ForeignText text={me.tenant.name} />,
          }}
        />
      </Card>
      {me.tenants.length > 1 && <Tenants me={me} />}
      {me.kind === 'member' && <Invitations />}
      <ThemeChoice />
      {me.kind === 'member' && (
        <>
          <Wishes />
          <Devices />
          <ChangeName name={me.name} />
          <ChangePassword />
          <SecondFactor />
          <Passkeys />
          <OutOfOffice />
          <ChatAccounts />
          <Sessions />
        </>
      )}
    </>
  );
}

function Invitations() {
  const { data } = useOffers();
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <Card title="Your invitations">
      <Stack>
        {data.invitations.map((offer) => (
          <OfferRow key={offer.invitation_id} offer={offer} onAccepted={() => {}} />
        ))}
      </Stack>
    </Card>
  );
}

/** A person may be a member of several organisations, and sees one at a time. */
function Tenants({ me }: { me: Me }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const look = useAuth(
    (tenant_id: string) => ['/tenant', { tenant_id }],
    () => {
      queries.clear();
      void navigate({ to: '/' });
    },
  );
  return (
    <Card title="Your organisations">
      <Row>
        {me.tenants.map(({ id, name }) => (
          <Button
            key={id}
            disabled={id === me.tenant.id}
            busy={look.isPending}
            onClick={() => look.mutate(id)}
          >
            <ForeignText cut limit={60} text={name} />
            {id === me.tenant.id && ' (here)'}
          </Button>
        ))}
      </Row>
      {look.error && <p role="alert">{look.error.message}</p>}
    </Card>
  );
}
