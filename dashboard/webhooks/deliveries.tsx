/** The events sent to an endpoint: newest first, each with its attempts, and sent again where they failed. */
import { useState } from 'react';
import type { WebhookDelivery } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { SelectField } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { Select } from '../ui/forms/select.tsx';
import { List } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Row } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, serverNow } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { Attempts } from './attempts.tsx';
import { STATUSES, statusOf } from './types.ts';

const PAGE = 25;
const REFRESH_MS = 5000;
const LOG = '/api/v1/webhooks/{endpoint_id}/deliveries';
const ONE = '/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}';

export function Deliveries({ endpointId }: { endpointId: string }) {
  const [search, go] = useAddress();
  const [asksReplay, setAsksReplay] = useState(false);
  const status = statusOf(search.status);
  const cursor = typeof search.cursor === 'string' ? search.cursor : undefined;
  const opened = typeof search.event === 'string' ? search.event : undefined;
  const query = useRead(
    LOG,
    {
      params: {
        path: { endpoint_id: endpointId },
        query: { ...(status && { status }), ...(cursor && { cursor }), limit: PAGE },
      },
    },
    { keep: true, everyMs: REFRESH_MS },
  );
  return (
    <>
      <List
        title="Deliveries"
        actions={
          <>
            <Select
              label="Status"
              options={[{ value: '', name: 'All' }, ...STATUSES.map((each) => ({ value: each, name: each }))]}
              value={status ?? ''}
              onValue={(next) => go({ status: statusOf(next), cursor: undefined })}
            />
            <Button size="small" onClick={() => setAsksReplay(true)}>
              Replay failed…
            </Button>
          </>
        }
        query={query}
        items={({ items }) => items}
        empty={['Nothing sent yet', 'Send a test, or wait for the first event.']}
        caption="Deliveries, newest first"
        columns={[
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: ({ event_id: event }) => (
              <Button size="small" onClick={() => go({ event })}>
                Attempts
              </Button>
            ),
          },
        ]}
        keyOf={({ event_id }) => event_id}
        pages={{ cursor, onTurn: (to) => go({ cursor: to }) }}
      />
      {opened && (
        <DeliveryDialog endpointId={endpointId} eventId={opened} onClose={() => go({ event: undefined })} />
      )}
      {asksReplay && <ReplayFailed endpointId={endpointId} onClose={() => setAsksReplay(false)} />}
    </>
  );
}

const TONES = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;
const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { name: 'Event', cell: ({ type }) => <code>{type}</code>, bare: true },
  { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { name: 'Attempts', cell: ({ attempt_count }) => attempt_count, end: true },
  { name: 'Happened', cell: ({ created_at }) => <Ago time={created_at} /> },
  { name: 'Next attempt', cell: ({ next_attempt_at: at }) => (at ? <Ago time={at} /> : '—') },
];

interface DeliveryDialogProps {
  endpointId: string;
  eventId: string;
  onClose: () => void;
}

function DeliveryDialog({ endpointId, eventId, onClose }: DeliveryDialogProps) {
  const params = { path: { endpoint_id: endpointId, event_id: eventId } };
  const query = useRead(ONE, { params }, { everyMs: REFRESH_MS });
  const replay = useWrite(
    (api) => api.POST('/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}/replay', { params, body: {} }),
    [LOG, ONE],
  );
  return (
    <Dialog open large onClose={onClose} title="Delivery" description={<code>{eventId}</code>}>
      <Loaded query={query}>
        {(delivery) => (
          <>
            <Attempts attempts={delivery.attempts} />
            {replay.error && <p role="alert">{replay.error.message}</p>}
            <Row>
              <Button
                look="primary"
                busy={replay.isPending}
                disabled={delivery.status === 'pending'}
                onClick={() => replay.mutate(undefined)}
              >
                {delivery.status === 'pending' ? 'It is tried again by itself' : 'Send again'}
              </Button>
              <Button onClick={onClose}>Close</Button>
            </Row>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;
const SINCE = [
  { value: '1', name: 'the last hour' },
  { value: '24', name: 'the last day' },
  { value: '168', name: 'the last week' },
];

function ReplayFailed({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const replay = useWrite(
    (api) => {
      const body = { since: new Date(serverNow() - Number(hours) * HOUR_MS).toISOString() };
      return api.POST('/api/v1/webhooks/{endpoint_id}/replay', {
        params: { path: { endpoint_id: endpointId } },
        body,
      });
    },
    [LOG, ONE],
  );
  return (
    <Confirm
      onClose={onClose}
      title="Send what failed again?"
      description="Each failed event is sent again, with the same webhook-id as before."
      act="Send again"
      look="primary"
      onSubmit={async () => {
        const { replayed } = await replay.mutateAsync(undefined);
        toast(replayed === 0 ? 'Nothing had failed' : `${replayed} events are sent again`);
      }}
    >
      <SelectField label="Failed within" options={SINCE} value={hours} onValue={setHours} />
    </Confirm>
  );
}
