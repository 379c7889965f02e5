/** The keys of applications and agents: created, rotated and revoked here. */
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Agent, Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { SecretDialog } from '../ui/forms/secret.tsx';
import { List } from '../ui/list.tsx';
import { useAddress, useOpened } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Ago, serverNow, TimeLeft } from '../ui/time/time.tsx';
import { CreateKey } from './create-key.tsx';
import styles from './keys.module.css';
import { Rotation } from './rotation.tsx';
import { type KeyState, SCOPES, stateOf } from './scopes.ts';

const STATES = {
  active: { tone: 'good', word: 'Active' },
  ending: { tone: 'warning', word: 'Expires soon' },
  expired: { tone: 'neutral', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
} as const;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function KeysPage() {
  const { manage } = useMay();
  if (!manage) {
    return (
      <Page title="Keys">
        <Notice>Your role does not manage keys. Ask an owner or an admin for a key.</Notice>
      </Page>
    );
  }
  return <Keys />;
}

function Keys() {
  const [search, go] = useAddress();
  const [oldId, newId] = [text(search.rotate), text(search.to)];
  const keys = useRead('/api/v1/api-keys', {}, { everyMs: oldId !== undefined && 3000 });
  const [isCreating, create, stopCreating] = useOpened('create');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const rotate = (rotated?: string, to?: string) => go({ rotate: rotated, to });
  const old = keys.data?.keys.find(({ id }) => id === oldId);
  return (
    <Page
      title="Keys"
      lead="Applications and agents send a key with each request. A key belongs to one environment, and expires by itself."
      actions={
        <Button look="primary" onClick={create}>
          Create key
        </Button>
      }
    >
      {old !== undefined && (
        <Rotation
          old={old}
          next={keys.data?.keys.find(({ id }) => id === newId)}
          onCreate={create}
          onRevoke={() => setRevoking(old)}
          onEnd={() => rotate()}
        />
      )}
      <List
        title="All keys"
        query={keys}
        items={(list) => list.keys}
        empty={['No key yet', 'Create one, and give it to the application whose actions are to be judged.']}
        caption="Keys, newest first"
        columns={[
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: (key) =>
              key.status === 'revoked' ? null : (
                <RowActs>
                  <Button size="small" onClick={() => rotate(key.id)}>
                    Rotate
                  </Button>
                  <Button size="small" look="quiet" onClick={() => setRevoking(key)}>
                    Revoke…
                  </Button>
                </RowActs>
              ),
          },
        ]}
        keyOf={({ id }) => id}
      />
      {isCreating && (
        <CreateKey
          instead={old}
          onClose={stopCreating}
          onCreated={(key) => {
            if (old !== undefined) rotate(old.id, key.id);
            setMade(key);
          }}
        />
      )}
      {made && (
        <SecretDialog title="Your new key" name="key" secret={made.key} onClose={() => setMade(null)}>
          <p className={styles.small}>
            It belongs to {made.environment === 'sandbox' ? 'the sandbox' : 'production'}. Send it as{' '}
            <code>X-API-Key</code>, or as <code>Authorization: Bearer</code> below <code>/v1/</code>.
          </p>
        </SecretDialog>
      )}
      {revoking && <Revoke apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { name: 'Name', cell: (key) => <Name apiKey={key} />, bare: true },
  { name: 'Status', cell: (key) => <Status state={stateOf(key, serverNow())} /> },
  { name: 'Environment', cell: ({ environment }) => environment },
  { name: 'May', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: 'Created by', cell: ({ made_by: maker }) => (maker ? <Party id={maker} /> : '—') },
  { name: 'Last used', cell: ({ last_used_at: at }) => (at ? <Ago time={at} /> : 'never') },
  { name: 'Ends', cell: (key) => <Ends apiKey={key} /> },
];

function Name({ apiKey: { name, prefix, last4, agent_id: agent } }: { apiKey: ApiKey }) {
  return (
    <>
      <div className={styles.name}>
        <ForeignText cut limit={80} text={name} />
      </div>
      <code className={styles.prefix}>{prefix + last4}</code>
      {agent !== null && (
        <div className={styles.small}>
          of <Agent id={agent} />
        </div>
      )}
    </>
  );
}

function Status({ state }: { state: KeyState }) {
  const { tone, word } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

function Scopes({ scopes }: { scopes: ApiKey['scopes'] }) {
  const [all, most] = [Object.keys(SCOPES).length, Object.keys(SCOPES).length - 1];
  if (scopes.length === all) return <>everything, and members</>;
  if (scopes.length === most && !scopes.includes('members:manage')) return <>everything</>;
  return <span className={styles.small}>{scopes.join(', ')}</span>;
}

function Ends({ apiKey: { status, expires_at } }: { apiKey: ApiKey }) {
  if (status === 'revoked') return <>—</>;
  if (expires_at === null) return <>never</>;
  return status === 'expired' ? <Ago time={expires_at} /> : <TimeLeft until={expires_at} />;
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useWrite(
    (api, key_id: string) => api.DELETE('/api/v1/api-keys/{key_id}', { params: { path: { key_id } } }),
    ['/api/v1/api-keys'],
  );
  return (
    <Confirm
      onClose={onClose}
      title="Revoke this key?"
      act="Revoke key"
      onSubmit={() => revoke.mutateAsync(apiKey.id)}
      done="The key is revoked"
      more="Within a second it is refused everywhere."
      description={
        <>
          <ForeignText cut limit={80} text={apiKey.name} /> (<code>{apiKey.prefix + apiKey.last4}</code>) is
          refused from then on, and anything that uses it stops working. This can’t be undone.{' '}
          {apiKey.last_used_at ? (
            <>
              Last used <Ago time={apiKey.last_used_at} />.
            </>
          ) : (
            'It was never used.'
          )}
        </>
      }
    />
  );
}
