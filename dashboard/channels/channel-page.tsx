/** One channel: its settings, a test, and the messages that went by it. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Channel } from '../../client/api.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { DeleteReceiver } from '../receivers/delete-receiver.tsx';
import { TestReceiver } from '../receivers/test-receiver.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SwitchButton } from '../ui/forms/switch-button.tsx';
import { harmless } from '../ui/harmless.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Facts, Page, Row } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import { ChannelForm } from './channel-form.tsx';
import { KINDS, kindOf, troubleOf } from './kinds.ts';
import { Messages } from './messages.tsx';
import { SlackApp } from './slack-app.tsx';

const STALE: readonly ReadPath[] = [
  '/api/v1/channels',
  '/api/v1/channels/{channel_id}',
  '/api/v1/channels/{channel_id}/messages',
];

export function ChannelPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useRead('/api/v1/channels/{channel_id}', { params: { path: { channel_id: id } } });
  return (
    <Page
      title={query.data ? harmless(query.data.name) : 'Channel'}
      back={<Link to="/channels">Channels</Link>}
    >
      <Loaded query={query}>{(channel) => <Whole channel={channel} />}</Loaded>
    </Page>
  );
}

function Whole({ channel }: { channel: Channel }) {
  const { id, options, failing_since: since } = channel;
  const kind = kindOf(channel);
  const trouble = troubleOf(channel);
  const test = useWrite(
    (api) =>
      api.POST('/api/v1/channels/{channel_id}/test', { params: { path: { channel_id: id } }, body: {} }),
    [],
  );
  return (
    <>
      {trouble && (
        <Notice tone="warning">
          Nothing is sent by this channel. {trouble}{' '}
          {channel.disabled_at && <Ago time={channel.disabled_at} />}
        </Notice>
      )}
      {since !== null && trouble === null && (
        <Notice tone="bad">
          Every attempt has failed since <Ago time={since} />.
        </Notice>
      )}
      <Card title="Channel" actions={<Acts channel={channel} />}>
        <Facts
          facts={{
            Kind: KINDS[kind].title,
            ...Object.fromEntries(
              KINDS[kind].options.map(({ name, label }) => [
                label,
                <ForeignText key={name} cut limit={120} text={String(options[name] ?? '')} />,
              ]),
            ),
            Secrets: KINDS[kind].secrets.length > 0 && 'set, and never shown',
            Added: <Ago time={channel.created_at} />,
            By: <Party id={channel.created_by} />,
            'Last change': <RecordLink id={channel.evidence_id} />,
          }}
        />
      </Card>
      {kind === 'slack' && (
        <Card title="The app in Slack">
          <SlackApp receives={options.receives === 'url' ? 'url' : 'socket'} isNew={false} />
        </Card>
      )}
      <TestReceiver noun="channel" test={test}>
        A test uses the channel’s own settings and secrets, as every message does.
      </TestReceiver>
      <Messages channelId={id} />
    </>
  );
}

function Acts({ channel }: { channel: Channel }) {
  const [changing, setChanging] = useState(false);
  const params = { path: { channel_id: channel.id } };
  const enable = useWrite(
    (api) => api.POST('/api/v1/channels/{channel_id}/enable', { params, body: {} }),
    STALE,
  );
  const disable = useWrite(
    (api) => api.POST('/api/v1/channels/{channel_id}/disable', { params, body: {} }),
    STALE,
  );
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/channels/{channel_id}', { params }),
    ['/api/v1/channels'],
  );
  return (
    <Row>
      <Button size="small" onClick={() => setChanging(true)}>
        Change
      </Button>
      <SwitchButton
        isOn={channel.status === 'enabled'}
        noun="channel"
        description="No more is sent by it. Approvals wait on, and people find them on the page Approvals."
        enable={enable}
        disable={disable}
      />
      <DeleteReceiver
        noun="channel"
        description="Messages that were sent stay where they are, and no longer change. While a route names the channel, you can’t delete it."
        remove={() => remove.mutateAsync(undefined)}
        list="/channels"
      />
      {changing && <ChannelForm channel={channel} onClose={() => setChanging(false)} onDone={() => {}} />}
    </Row>
  );
}
