/** The messages that went by a channel: newest first, each with its attempts, and sent again where it failed. */
import { useState } from 'react';
import type { ChannelMessage } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Select } from '../ui/forms/select.tsx';
import { List } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { ApprovalLink } from '../ui/navigation/links.tsx';
import { Row, Stack } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';

const PAGE = 25;
const REFRESH_MS = 5000;
const LOG = '/api/v1/channels/{channel_id}/messages';

type Status = ChannelMessage['status'];
const TONES: Record<Status, Tone> = {
  pending: 'warning',
  delivered: 'good',
  failed: 'bad',
  dropped: 'neutral',
};
const STATUSES = Object.keys(TONES) as Status[];

export function Messages({ channelId }: { channelId: string }) {
  const [search, go] = useAddress();
  const [opened, setOpened] = useState<string | null>(null);
  const status = STATUSES.find((each) => each === search.status);
  const cursor = typeof search.cursor === 'string' ? search.cursor : undefined;
  const query = useRead(
    LOG,
    {
      params: {
        path: { channel_id: channelId },
        query: { ...(status && { status }), ...(cursor && { cursor }), limit: PAGE },
      },
    },
    { keep: true, everyMs: REFRESH_MS },
  );
  const message = query.data?.items.find(({ id }) => id === opened);
  return (
    <>
      <List
        title="Messages"
        actions={
          <Select
            label="Status"
            options={[{ value: '', name: 'All' }, ...STATUSES.map((each) => ({ value: each, name: each }))]}
            value={status ?? ''}
            onValue={(next) => go({ status: next || undefined, cursor: undefined })}
          />
        }
        query={query}
        items={({ items }) => items}
        empty={['Nothing sent yet', 'The next approval that a route sends here appears in this list.']}
        caption="Messages, newest first"
        columns={[
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: ({ id }) => (
              <Button size="small" onClick={() => setOpened(id)}>
                Attempts
              </Button>
            ),
          },
        ]}
        keyOf={({ id }) => id}
        pages={{ cursor, onTurn: (to) => go({ cursor: to }) }}
      />
      {message && <MessageDialog channelId={channelId} message={message} onClose={() => setOpened(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<ChannelMessage>[] = [
  {
    name: 'Approval',
    bare: true,
    cell: ({ approval_id: id }) => <ApprovalLink id={id} />,
  },
  { name: 'Why', cell: ({ reason }) => reason },
  {
    name: 'To',
    cell: ({ recipient }) => (recipient === null ? 'the conversation' : <Party id={recipient} />),
  },
  { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { name: 'Made', cell: ({ created_at }) => <Ago time={created_at} /> },
  { name: 'Next attempt', cell: ({ next_attempt_at: at }) => (at ? <Ago time={at} /> : '—') },
];

interface MessageDialogProps {
  channelId: string;
  message: ChannelMessage;
  onClose: () => void;
}

function MessageDialog({ channelId, message, onClose }: MessageDialogProps) {
  const { id, attempts, status } = message;
  const params = { path: { channel_id: channelId, message_id: id } };
  const replay = useWrite((api) => api.POST(`${LOG}/{message_id}/replay`, { params, body: {} }), [LOG]);
  return (
    <Dialog large onClose={onClose} title="Message" description={<code>{id}</code>}>
      <Stack>
        {attempts.length === 0 && <p>Not tried yet.</p>}
        <ol>
          {attempts.map(({ attempt, started_at: at, duration_ms: ms, error }) => (
            <li key={attempt}>
              <Row>
                <strong>Attempt {attempt}</strong>
                <Badge tone={error === null ? 'good' : 'bad'}>{error === null ? 'taken' : 'failed'}</Badge>
                <small>
                  <Moment time={at} seconds />, {ms} ms
                </small>
              </Row>
              {error !== null && <ForeignText limit={400} text={error} />}
            </li>
          ))}
        </ol>
        {replay.error && <p role="alert">{replay.error.message}</p>}
        <Row>
          <Button
            look="primary"
            busy={replay.isPending}
            disabled={status === 'pending'}
            onClick={() => replay.mutate(undefined)}
          >
            {status === 'pending' ? 'It is tried again by itself' : 'Send again'}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
