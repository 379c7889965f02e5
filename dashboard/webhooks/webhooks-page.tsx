/** The endpoints that get events. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SecretDialog } from '../ui/forms/secret.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { MustAnswer } from './must-answer.tsx';
import styles from './webhooks.module.css';

export function WebhooksPage() {
  const { manage } = useMay();
  if (!manage) {
    return (
      <Page title="Webhooks">
        <Notice>Your role does not manage webhooks. Ask an owner or an admin.</Notice>
      </Page>
    );
  }
  return <Endpoints />;
}

function Endpoints() {
  const query = useRead('/api/v1/webhooks', {});
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page
      title="Webhooks"
      lead="When something happens, the service posts an event to a URL of yours, and tries again until it arrives."
      actions={
        <Button look="primary" onClick={() => setAdding(true)}>
          Add endpoint
        </Button>
      }
    >
      <List
        title="Endpoints"
        query={query}
        items={({ endpoints }) => endpoints}
        empty={[
          'No endpoint yet',
          'Add the URL of a service of yours that should hear of approvals, blocks or halts.',
        ]}
        caption="Endpoints, oldest first"
        columns={COLUMNS}
        keyOf={({ id }) => id}
      />
      <MustAnswer />
      {adding && (
        <EndpointForm
          endpoint={null}
          onClose={() => setAdding(false)}
          onDone={(endpoint) => 'secret' in endpoint && setSecret(endpoint.secret)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="The secret that signs"
          name="secret"
          secret={secret}
          onClose={() => setSecret(null)}
        >
          <p>Your receiver uses it to check the signature of each event.</p>
        </SecretDialog>
      )}
    </Page>
  );
}

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    name: 'URL',
    bare: true,
    cell: ({ id, url, description }) => (
      <>
        <Link to="/webhooks/$id" params={{ id }} className={styles.url}>
          <ForeignText cut limit={120} text={url} />
        </Link>
        {description && (
          <div className={styles.muted}>
            <ForeignText cut limit={120} text={description} />
          </div>
        )}
      </>
    ),
  },
  { name: 'Status', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { name: 'Events', cell: ({ types }) => (types === null ? 'all' : types.join(', ')) },
  { name: 'Added', cell: ({ created_at }) => <Ago time={created_at} /> },
];

export function EndpointStatus({ endpoint: { status, failing_since } }: { endpoint: WebhookEndpoint }) {
  if (status === 'disabled') return <Badge>Disabled</Badge>;
  return failing_since === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="bad">Failing</Badge>;
}
