/** Where you are signed in. You can end one session, all others, or all of them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { auth, signOut } from '../sign-in/auth.ts';
import { Badge } from '../ui/badge.tsx';
import { deviceOf } from '../ui/device/device.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

interface Session {
  session_id: string;
  user_agent: string | null;
  address: string | null;
  started_at: string;
  seen_at: string;
  is_this: boolean;
}

const KEY = ['sessions'];

export function Sessions() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => auth<{ sessions: Session[] }>('/sessions'),
  });
  return (
    <Card title="Sessions">
      <Stack>
        <p>A session ends after 12 hours without use, and after 7 days in any case.</p>
        <Loaded query={query} lines={2}>
          {({ sessions }) => (
            <Table
              caption="Your sessions"
              columns={COLUMNS}
              items={sessions}
              keyOf={({ session_id }) => session_id}
            />
          )}
        </Loaded>
        <Row>
          <End
            label="Sign out everywhere else…"
            title="Sign out everywhere else?"
            done="You are signed out everywhere else"
            onSubmit={endOthers}
          />
          <End
            label="Sign out everywhere…"
            title="Sign out everywhere?"
            onSubmit={async () => {
              await endOthers();
              await signOut();
            }}
          />
        </Row>
      </Stack>
    </Card>
  );
}

const endOthers = () => auth('/revoke-other-sessions', {});

const COLUMNS: readonly Column<Session>[] = [
  {
    name: 'Device',
    bare: true,
    cell: ({ user_agent, is_this }) => (
      <>
        {deviceOf(user_agent)} {is_this && <Badge tone="good">This session</Badge>}
      </>
    ),
  },
  { name: 'From', cell: ({ address }) => address && <ForeignText text={address} /> },
  { name: 'Last used', cell: ({ seen_at, is_this }) => (is_this ? 'now' : <Ago time={seen_at} />) },
  {
    name: 'Acts',
    bare: true,
    cell: ({ is_this, user_agent, session_id }) =>
      !is_this && (
        <End
          small
          label="Sign out…"
          title={`Sign out ${deviceOf(user_agent)}?`}
          onSubmit={() => auth('/end-session', { session_id })}
        />
      ),
  },
];

interface EndProps {
  label: string;
  title: string;
  small?: boolean;
  done?: string;
  onSubmit: () => Promise<unknown>;
}

function End({ small = false, onSubmit, ...confirm }: EndProps) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      {...confirm}
      large={!small}
      description="Do this if a device is lost or someone else may have signed in as you. Then change your password too."
      act="Sign out"
      onSubmit={async () => {
        await onSubmit();
        await queries.invalidateQueries({ queryKey: KEY });
      }}
    />
  );
}
