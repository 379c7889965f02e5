/** The browsers that ring when a decision waits: this one, and the others of the person. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PushSubscription as Listed } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { deviceOf } from '../ui/device/device.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { ownSubscription, type PushState, pushState, turnOff, turnOn } from './push.ts';

export function Devices() {
  const listed = useRead('/api/v1/members/me/push-subscriptions', {});
  return (
    <Card title="Push messages">
      <Stack>
        <p>
          Your telephone or computer rings when a decision waits, even with this page closed. The message says
          only that, and nothing of the request.
        </p>
        <Loaded query={listed} lines={1}>
          {({ subscriptions }) => (
            <>
              <ThisBrowser
                known={subscriptions.map(({ subscription_id }) => subscription_id)}
                onChange={() => void listed.refetch()}
              />
              {subscriptions.length > 0 && (
                <Table
                  caption="Your browsers that ring"
                  columns={columnsWith(() => void listed.refetch())}
                  items={subscriptions}
                  keyOf={({ subscription_id }) => subscription_id}
                />
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Card>
  );
}

const HINTS: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  unsupported:
    'This browser gets no push messages. On an iPhone or iPad, add this page to the home screen first.',
  denied: 'This browser does not allow it. Allow notifications of this page in its settings.',
};

interface ThisBrowserProps {
  known: readonly string[];
  onChange: () => void;
}

function ThisBrowser({ known, onChange }: ThisBrowserProps) {
  const { data: state } = useQuery({
    queryKey: ['push-state', known],
    queryFn: () => pushState(known),
    // The person may change it in the browser's settings.
    staleTime: 0,
  });
  const turn = useMutation({
    mutationFn: turnOn,
    onSuccess: () => {
      toast('This browser rings when a decision waits');
      onChange();
    },
  });
  if (state === undefined || state === 'on') return null;
  if (state !== 'off') return <p>{HINTS[state]}</p>;
  return (
    <>
      <Row>
        <Button busy={turn.isPending} onClick={() => turn.mutate()}>
          Turn on in this browser
        </Button>
      </Row>
      {turn.error && <p role="alert">{turn.error.message}</p>}
    </>
  );
}

function columnsWith(onChange: () => void): readonly Column<Listed>[] {
  return [
    {
      name: 'Browser',
      bare: true,
      cell: ({ subscription_id, user_agent }) => (
        <>
          {deviceOf(user_agent)}{' '}
          {subscription_id === ownSubscription() && <Badge tone="good">This browser</Badge>}
        </>
      ),
    },
    { name: 'By', cell: ({ host }) => <ForeignText cut limit={60} text={host} /> },
    { name: 'Since', cell: ({ created_at }) => <Ago time={created_at} /> },
    {
      name: 'Acts',
      bare: true,
      cell: ({ subscription_id }) => <TurnOff id={subscription_id} onDone={onChange} />,
    },
  ];
}

function TurnOff({ id, onDone }: { id: string; onDone: () => void }) {
  const turn = useMutation({ mutationFn: () => turnOff(id), onSettled: onDone });
  return (
    <Button size="small" busy={turn.isPending} onClick={() => turn.mutate()}>
      Turn off
    </Button>
  );
}
