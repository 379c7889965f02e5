/** One endpoint: its settings, its deliveries, and how to change it. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../client/api.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { DeleteReceiver } from '../receivers/delete-receiver.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { SecretDialog } from '../ui/forms/secret.tsx';
import { SwitchButton } from '../ui/forms/switch-button.tsx';
import { harmless } from '../ui/harmless.ts';
import { Card, Facts, Page, Row } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago, TimeLeft } from '../ui/time/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { TestSend } from './test-send.tsx';
import { troubleOf } from './types.ts';
import { EndpointStatus } from './webhooks-page.tsx';

const STALE: readonly ReadPath[] = [
  '/api/v1/webhooks',
  '/api/v1/webhooks/{endpoint_id}',
  '/api/v1/webhooks/{endpoint_id}/deliveries',
];

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useRead('/api/v1/webhooks/{endpoint_id}', { params: { path: { endpoint_id: id } } });
  return (
    <Page
      title={query.data ? harmless(new URL(query.data.url).host) : 'Endpoint'}
      back={<Link to="/webhooks">Webhooks</Link>}
    >
      <Loaded query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</Loaded>
    </Page>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const trouble = troubleOf(endpoint);
  const { failing_since: since, types } = endpoint;
  return (
    <>
      {trouble && (
        <Notice tone="warning">
          Nothing is sent to this endpoint. {trouble}{' '}
          {endpoint.disabled_at && <Ago time={endpoint.disabled_at} />}
        </Notice>
      )}
      {since !== null && trouble === null && (
        <Notice tone="bad">
          Every attempt has failed since <Ago time={since} />. After five days the endpoint is disabled.
        </Notice>
      )}
      <Card title="Endpoint" actions={<Acts endpoint={endpoint} />}>
        <Facts
          facts={{
            URL: <ForeignText text={endpoint.url} />,
            Description: endpoint.description && <ForeignText text={endpoint.description} />,
            Status: <EndpointStatus endpoint={endpoint} />,
            Events: types === null ? 'all' : types.join(', '),
            Added: <Ago time={endpoint.created_at} />,
            'Old secret': endpoint.previous_secret_until && (
              <>
                signs too: <TimeLeft until={endpoint.previous_secret_until} />
              </>
            ),
          }}
        />
      </Card>
      <TestSend endpoint={endpoint} />
      <Deliveries endpointId={endpoint.id} />
    </>
  );
}

function Acts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { path: { endpoint_id: endpoint.id } };
  const enable = useWrite(
    (api) => api.POST('/api/v1/webhooks/{endpoint_id}/enable', { params, body: {} }),
    STALE,
  );
  const rotate = useWrite(
    (api) => api.POST('/api/v1/webhooks/{endpoint_id}/rotate-secret', { params, body: {} }),
    STALE,
  );
  const disable = useWrite(
    (api) => api.POST('/api/v1/webhooks/{endpoint_id}/disable', { params, body: {} }),
    STALE,
  );
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/webhooks/{endpoint_id}', { params }),
    ['/api/v1/webhooks'],
  );
  return (
    <Row>
      <Button size="small" onClick={() => setChanging(true)}>
        Change
      </Button>
      <ConfirmButton
        label="New secret…"
        title="Make a new secret?"
        description="For 24 hours events are also signed with the old secret, so that you can replace it without an interruption."
        act="Make new secret"
        look="primary"
        onSubmit={async () => setSecret((await rotate.mutateAsync(undefined)).secret)}
      />
      <SwitchButton
        isOn={endpoint.status === 'enabled'}
        noun="endpoint"
        description="It gets no more events, and pending ones are dropped. You can enable it again."
        enable={enable}
        disable={disable}
      />
      <DeleteReceiver
        noun="endpoint"
        description="The log of its deliveries is deleted with it. This can’t be undone."
        remove={() => remove.mutateAsync(undefined)}
        list="/webhooks"
      />
      {changing && <EndpointForm endpoint={endpoint} onClose={() => setChanging(false)} onDone={() => {}} />}
      {secret !== null && (
        <SecretDialog title="The new secret" name="secret" secret={secret} onClose={() => setSecret(null)}>
          <p>For 24 hours events carry both signatures. Give your receiver the new secret until then.</p>
        </SecretDialog>
      )}
    </Row>
  );
}
