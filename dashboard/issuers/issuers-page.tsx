/** The issuers whose tokens are accepted in place of a key. */
import { useState } from 'react';
import type { Issuer } from '../../client/api.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { IssuerForm } from './issuer-form.tsx';
import { RevokeTokens } from './revoke-tokens.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/issuers'];
const LEAD =
  'Platforms such as Kubernetes, GitHub Actions or Entra give programs tokens. Agents can send such a token in place of a key, and each record then says which agent asked, and for whom.';

export function IssuersPage() {
  const { manage } = useMay();
  const environment = useEnvironment();
  if (!manage || environment === 'sandbox') {
    return (
      <Page title="Issuers" lead={LEAD}>
        <Notice>
          {manage
            ? 'Issuers serve both environments. Switch to production to manage them.'
            : 'Your role does not manage issuers. Ask an owner or an admin.'}
        </Notice>
      </Page>
    );
  }
  return <Issuers />;
}

type Asked = 'change' | 'switch' | 'revoke' | 'remove';

function Issuers() {
  const query = useRead('/api/v1/issuers', {});
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ act: Asked; issuer: Issuer } | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title="Issuers"
      lead={LEAD}
      actions={
        <Button look="primary" onClick={() => setAdding(true)}>
          Trust an issuer
        </Button>
      }
    >
      <List
        title="Trusted issuers"
        query={query}
        items={({ items }) => items}
        empty={['No issuer is trusted yet', 'Until then, agents prove who they are with keys.']}
        caption="Issuers, newest first"
        columns={[
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: (issuer) => <Acts issuer={issuer} onAct={(act) => setAsked({ act, issuer })} />,
          },
        ]}
        keyOf={({ issuer_id }) => issuer_id}
      />
      {adding && <IssuerForm issuer={null} onClose={() => setAdding(false)} />}
      {asked?.act === 'change' && <IssuerForm issuer={asked.issuer} onClose={close} />}
      {asked?.act === 'switch' && <Switch issuer={asked.issuer} onClose={close} />}
      {asked?.act === 'revoke' && <RevokeTokens issuer={asked.issuer} onClose={close} />}
      {asked?.act === 'remove' && <Remove issuer={asked.issuer} onClose={close} />}
    </Page>
  );
}

const TONES: Record<Issuer['status'], Tone> = { active: 'good', disabled: 'warning', removed: 'neutral' };

const COLUMNS: readonly Column<Issuer>[] = [
  {
    name: 'Issuer',
    bare: true,
    cell: ({ name, issuer }) => (
      <div>
        <strong>
          <ForeignText cut limit={80} text={name} />
        </strong>
        <br />
        <small>
          <ForeignText cut limit={80} text={issuer} />
        </small>
      </div>
    ),
  },
  { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { name: 'Audience', cell: ({ audience }) => <ForeignText cut limit={60} text={audience} /> },
  {
    name: 'Agent',
    cell: ({ mapping: { agent = 'actor.sub' } }) => (
      <code>
        <ForeignText cut limit={60} text={agent} />
      </code>
    ),
  },
  { name: 'Added', cell: ({ created_at: at }) => <Ago time={at} /> },
];

function Acts({ issuer: { status }, onAct }: { issuer: Issuer; onAct: (act: Asked) => void }) {
  return (
    <RowActs>
      <Button size="small" onClick={() => onAct('change')}>
        Change
      </Button>
      <Button size="small" onClick={() => onAct('revoke')}>
        Revoke…
      </Button>
      <Button size="small" look="quiet" onClick={() => onAct('switch')}>
        {status === 'active' ? 'Disable…' : 'Enable…'}
      </Button>
      <Button size="small" look="quiet" onClick={() => onAct('remove')}>
        Remove…
      </Button>
    </RowActs>
  );
}

interface ActProps {
  issuer: Issuer;
  onClose: () => void;
}

function Switch({ issuer: { issuer_id, status, version }, onClose }: ActProps) {
  const isActive = status === 'active';
  const change = useWrite(
    (api, next: 'active' | 'disabled') =>
      api.PATCH('/api/v1/issuers/{issuer_id}', {
        params: { path: { issuer_id } },
        body: { status: next, version },
      }),
    STALE,
  );
  return (
    <Confirm
      onClose={onClose}
      title={isActive ? 'Disable this issuer?' : 'Enable this issuer?'}
      description={
        isActive
          ? 'Within a second none of its tokens is accepted, until you enable it again.'
          : 'Its tokens are accepted again, except those that were revoked.'
      }
      act={isActive ? 'Disable' : 'Enable'}
      look={isActive ? 'danger' : 'primary'}
      onSubmit={() => change.mutateAsync(isActive ? 'disabled' : 'active')}
      done={isActive ? 'The issuer is disabled' : 'The issuer is enabled'}
    />
  );
}

function Remove({ issuer: { issuer_id, name }, onClose }: ActProps) {
  const remove = useWrite(
    (api, _: unknown) => api.DELETE('/api/v1/issuers/{issuer_id}', { params: { path: { issuer_id } } }),
    STALE,
  );
  return (
    <Confirm
      onClose={onClose}
      title="Stop trusting this issuer?"
      description={
        <>
          Within a second no token of <ForeignText limit={80} text={name} /> is accepted. If you add it again,
          tokens that exist now stay refused.
        </>
      }
      act="Remove"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The issuer is removed"
    />
  );
}
