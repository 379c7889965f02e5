/** The events sent to an endpoint: newest first, each with its attempts, and sent again where they failed. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookDelivery } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm, Dialog } from '../ui/forms/dialog.tsx';
import { SelectField } from '../ui/forms/field.tsx';
import { Select } from '../ui/forms/select.tsx';
import { Card, Row } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Pages, Table } from '../ui/table.tsx';
import { Ago, serverNow } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { Attempts } from './attempts.tsx';
import { type DeliveryStatus, STATUSES, statusOf } from './types.ts';

const PAGE = 25;
const REFRESH_MS = 5000;
const LOG = '/api/v1/webhooks/{endpoint_id}/deliveries';
const ONE = '/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}';

export function Deliveries({ endpointId }: { endpointId: string }) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const [asksReplay, setAsksReplay] = useState(false);
  const status = statusOf(search.status);
  const cursor = typeof search.cursor === 'string' ? search.cursor : undefined;
  const opened = typeof search.event === 'string' ? search.event : undefined;
  const go = (next: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...next }) });
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
    <Card
      title="Deliveries"
      flush
      actions={
        <>
          <StatusFilter status={status} onChange={(next) => go({ status: next, cursor: undefined })} />
          <Button size="small" onClick={() => setAsksReplay(true)}>
            Replay failed…
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {({ items, next_cursor }) => (
          <>
            <DeliveryTable items={items} onOpen={(event) => go({ event })} />
            <Pages cursor={cursor} next={next_cursor} onTurn={(to) => go({ cursor: to })} />
          </>
        )}
      </Loaded>
      {opened && (
        <DeliveryDialog endpointId={endpointId} eventId={opened} onClose={() => go({ event: undefined })} />
      )}
      {asksReplay && <ReplayFailed endpointId={endpointId} onClose={() => setAsksReplay(false)} />}
    </Card>
  );
}

interface StatusFilterProps {
  status: DeliveryStatus | undefined;
  onChange: (status: DeliveryStatus | undefined) => void;
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <Select
      label="Status"
      options={[{ value: '', name: 'All' }, ...STATUSES.map((each) => ({ value: each, name: each }))]}
      value={status ?? ''}
      onChange={(next) => onChange(statusOf(next))}
    />
  );
}

const TONES = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

interface DeliveryTableProps {
  items: readonly WebhookDelivery[];
  onOpen: (eventId: string) => void;
}

function DeliveryTable({ items, onOpen }: DeliveryTableProps) {
  if (items.length === 0) {
    return (
      <Empty title="Nothing sent yet">
        <p>Send a test, or wait for the first event.</p>
      </Empty>
    );
  }
  return (
    <Table
      caption="Deliveries, newest first"
      columns={[
        { name: 'Event', cell: ({ type }) => <code>{type}</code>, bare: true },
        { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
        { name: 'Attempts', cell: ({ attempt_count }) => attempt_count, end: true },
        { name: 'Happened', cell: ({ created_at }) => <Ago time={created_at} /> },
        { name: 'Next attempt', cell: ({ next_attempt_at: at }) => (at ? <Ago time={at} /> : '—') },
        {
          name: 'Acts',
          bare: true,
          cell: ({ event_id }) => (
            <Button size="small" onClick={() => onOpen(event_id)}>
              Attempts
            </Button>
          ),
        },
      ]}
      items={items}
      keyOf={({ event_id }) => event_id}
    />
  );
}

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
  const confirm = async () => {
    const { replayed } = await replay.mutateAsync(undefined);
    toast(replayed === 0 ? 'Nothing had failed' : `${replayed} events are sent again`);
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title="Send what failed again?"
      description="Each failed event is sent again, with the same webhook-id as before."
      act="Send again"
      look="primary"
      onConfirm={confirm}
    >
      <SelectField
        label="Failed within"
        options={SINCE}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </Confirm>
  );
}
