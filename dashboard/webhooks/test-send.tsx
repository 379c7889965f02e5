/** Sends a test event the way every event goes, and shows how it ended. */
import { useState } from 'react';
import type { WebhookEndpoint } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Attempts } from './attempts.tsx';
import styles from './webhooks.module.css';

export function TestSend({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [eventId, setEventId] = useState<string | null>(null);
  const params = { path: { endpoint_id: endpoint.id } };
  const send = useWrite(
    (api) => api.POST('/api/v1/webhooks/{endpoint_id}/test', { params, body: {} }),
    ['/api/v1/webhooks/{endpoint_id}/deliveries'],
  );
  return (
    <Card
      title="Test"
      actions={
        <Button
          size="small"
          busy={send.isPending}
          disabled={endpoint.status === 'disabled'}
          onClick={() => send.mutate(undefined, { onSuccess: ({ event_id }) => setEventId(event_id) })}
        >
          Send a test
        </Button>
      }
    >
      {send.error && <Notice tone="bad">{send.error.message}</Notice>}
      {eventId === null ? (
        <p className={styles.muted}>
          {endpoint.status === 'disabled'
            ? 'Enable the endpoint first.'
            : 'A test goes the same way as any event: signed, delivered, logged.'}
        </p>
      ) : (
        <TestResult endpointId={endpoint.id} eventId={eventId} />
      )}
    </Card>
  );
}

const LOOK_EVERY_MS = 1000;

function TestResult({ endpointId, eventId }: { endpointId: string; eventId: string }) {
  const [isTried, setTried] = useState(false);
  const query = useRead(
    '/api/v1/webhooks/{endpoint_id}/deliveries/{event_id}',
    { params: { path: { endpoint_id: endpointId, event_id: eventId } } },
    { everyMs: !isTried && LOOK_EVERY_MS },
  );
  if (!isTried && (query.data?.attempts.length ?? 0) > 0) setTried(true);
  return (
    <Loaded query={query} lines={1}>
      {({ status, attempts }) => (
        <div role="status">
          {attempts.length === 0 ? (
            <p>On its way…</p>
          ) : (
            <>
              <Notice tone={status === 'delivered' ? 'good' : 'bad'}>
                {status === 'delivered'
                  ? 'The test arrived.'
                  : 'The test did not arrive. It will be tried again.'}
              </Notice>
              <Attempts attempts={attempts} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}
