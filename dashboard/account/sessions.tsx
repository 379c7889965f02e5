/** Where you are signed in. You can end one session, all others, or all of them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth, signOut } from '../sign-in/auth.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Card, Row } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';
import { deviceOf } from './device.ts';

interface Session {
  session_id: string;
  user_agent: string | null;
  address: string | null;
  started_at: string;
  seen_at: string;
  is_this: boolean;
}

type EndDialog = 'others' | 'all' | Session | null;

const KEY = ['sessions'];

export function Sessions() {
  const [asked, setAsked] = useState<EndDialog>(null);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => auth<{ sessions: Session[] }>('/sessions'),
  });
  const confirm = async () => {
    if (asked !== null && typeof asked === 'object') {
      await auth('/end-session', { session_id: asked.session_id });
    } else {
      await auth('/revoke-other-sessions', {});
      if (asked === 'all') return signOut();
      toast('You are signed out everywhere else');
    }
    await queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Card title="Sessions">
      <div className={styles.stack}>
        <p>A session ends after 12 hours without use, and after 7 days in any case.</p>
        <Loaded query={query} lines={2}>
          {({ sessions }) => <SessionTable sessions={sessions} onEnd={setAsked} />}
        </Loaded>
        <Row>
          <Button onClick={() => setAsked('others')}>Sign out everywhere else…</Button>
          <Button onClick={() => setAsked('all')}>Sign out everywhere…</Button>
        </Row>
      </div>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={titleOf(asked)}
        description="Do this if a device is lost or someone else may have signed in as you. Then change your password too."
        act="Sign out"
        onConfirm={confirm}
      />
    </Card>
  );
}

function titleOf(asked: EndDialog): string {
  if (asked !== null && typeof asked === 'object') return `Sign out ${deviceOf(asked.user_agent)}?`;
  return asked === 'all' ? 'Sign out everywhere?' : 'Sign out everywhere else?';
}

interface SessionTableProps {
  sessions: readonly Session[];
  onEnd: (session: Session) => void;
}

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table
      caption="Your sessions"
      columns={[
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
          cell: (session) =>
            !session.is_this && (
              <Button size="small" onClick={() => onEnd(session)}>
                Sign out…
              </Button>
            ),
        },
      ]}
      items={sessions}
      keyOf={({ session_id }) => session_id}
    />
  );
}
