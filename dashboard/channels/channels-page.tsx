/** The channels by which people hear of approvals: Slack, Teams, e-mail and push. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Channel } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { ChannelForm } from './channel-form.tsx';
import { DetailSetting } from './detail-setting.tsx';
import { KINDS, kindOf } from './kinds.ts';

export function ChannelsPage() {
  const { manage } = useMay();
  if (!manage) {
    return (
      <Page title="Channels">
        <Notice>Your role does not manage channels. Ask an owner or an admin.</Notice>
      </Page>
    );
  }
  return <Channels />;
}

function Channels() {
  const query = useRead('/api/v1/channels', {});
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Channels"
      lead="By a channel, approvals reach the people who decide: in chat, by e-mail or on their telephones."
      actions={
        <Button look="primary" onClick={() => setAdding(true)}>
          Add channel
        </Button>
      }
    >
      <List
        title="Channels"
        query={query}
        items={({ channels }) => channels}
        empty={['No channel yet', 'Until there is one, people find approvals on the page Approvals.']}
        caption="Channels, oldest first"
        columns={COLUMNS}
        keyOf={({ id }) => id}
      />
      <DetailSetting />
      {adding && (
        <ChannelForm
          channel={null}
          onClose={() => setAdding(false)}
          onDone={({ id }) => void navigate({ to: '/channels/$id', params: { id } })}
        />
      )}
    </Page>
  );
}

const COLUMNS: readonly Column<Channel>[] = [
  {
    name: 'Name',
    bare: true,
    cell: ({ id, name }) => (
      <Link to="/channels/$id" params={{ id }}>
        <ForeignText cut limit={80} text={name} />
      </Link>
    ),
  },
  { name: 'Kind', cell: (channel) => KINDS[kindOf(channel)].title },
  { name: 'Status', cell: (channel) => <ChannelStatus channel={channel} /> },
  { name: 'Added', cell: ({ created_at }) => <Ago time={created_at} /> },
];

function ChannelStatus({ channel: { status, failing_since } }: { channel: Channel }) {
  if (status === 'disabled') return <Badge>Disabled</Badge>;
  return failing_since === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="bad">Failing</Badge>;
}
