/** The ranges that a sink was sent, newest first. Each is written again and compared on request. */
import type { SentRange } from '../../client/api.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Id } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { List } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Row } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';

const SENT = '/api/v1/sinks/{sink_id}/sent';
type Range = ReadData<typeof SENT>['items'][number];

const PAGE = 25;
const REFRESH_MS = 5000;
const STREAMS = [
  { value: 'evidence', name: 'Evidence' },
  { value: 'events', name: 'Other events' },
] as const;

interface SentProps {
  sinkId: string;
  /** It was deleted, or there never was such a sink. */
  isGone: boolean;
}

export function Sent({ sinkId: id, isGone }: SentProps) {
  const [search, go] = useAddress();
  const stream = search.stream === 'events' ? 'events' : 'evidence';
  const cursor = typeof search.cursor === 'string' ? search.cursor : undefined;
  const params = {
    path: { sink_id: id },
    query: { stream, ...(cursor && { cursor }), limit: PAGE },
  } as const;
  const query = useRead(SENT, { params }, { keep: true, everyMs: REFRESH_MS });
  return (
    <>
      {isGone && query.data && (
        <Notice>This sink was deleted. What it was sent stays in the evidence.</Notice>
      )}
      <Skipped count={query.data?.skipped ?? 0} />
      <List
        title="What was sent"
        actions={
          <Select
            label="Stream"
            options={STREAMS}
            value={stream}
            onValue={(next) => go({ stream: next === 'events' ? next : undefined, cursor: undefined })}
          />
        }
        query={query}
        items={({ items }) => items}
        empty={['Nothing sent yet', 'What the receiver has taken appears here.']}
        caption="What was sent, newest first"
        columns={[
          ...COLUMNS,
          { name: 'Acts', bare: true, cell: (range) => <Verify sinkId={id} range={range} /> },
        ]}
        keyOf={({ stream: of, number }) => `${of} ${number}`}
        pages={{ cursor, onTurn: (to) => go({ cursor: to }) }}
      />
    </>
  );
}

function Skipped({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="warning">
      {formatCount(count)} {count === 1 ? 'record was' : 'records were'} skipped, because too many waited, or
      for too long. They stay in the evidence, and the receiver was told which they are.
    </Notice>
  );
}

const COLUMNS: readonly Column<Range>[] = [
  {
    name: 'Positions',
    bare: true,
    cell: ({ first, last, kind }) => (
      <Row>
        {first === last ? first : `${first} to ${last}`}
        {kind === 'gap' && <Badge tone="warning">Skipped</Badge>}
      </Row>
    ),
  },
  { name: 'Messages', cell: ({ messages }) => formatCount(messages), end: true },
  { name: 'SHA-256', cell: ({ hash }) => <Id>{hash.replace(/^sha256:/, '')}</Id> },
  {
    name: 'Record',
    cell: ({ evidence_id: id }) => (id === null ? 'still grows' : <RecordLink id={id} />),
  },
];

interface Result {
  tone: Tone;
  word: string;
  why?: string;
}

const RESULTS: Record<SentRange['result'], Result> = {
  same: { tone: 'good', word: 'The same bytes' },
  differs: {
    tone: 'bad',
    word: 'Differs',
    why: 'What was sent does not follow from the chain as it is now.',
  },
  removed: {
    tone: 'warning',
    word: 'Can’t be compared',
    why: 'Payloads were redacted, or their retention has ended.',
  },
  forgotten: { tone: 'warning', word: 'Can’t be compared', why: 'Its events are no longer kept.' },
};

function Verify({ sinkId, range: { stream, number, last } }: { sinkId: string; range: Range }) {
  const params = { path: { sink_id: sinkId, stream, number } };
  const verify = useWrite((api) => api.GET(`${SENT}/{stream}/{number}`, { params }), []);
  const verified = verify.data;
  const found = verified && RESULTS[verified.result];
  return (
    <Row>
      <span role="status">
        {found && <Badge tone={found.tone}>{found.word}</Badge>} {found?.why}
        {verified && verified.last !== last && `up to ${verified.last}`}
      </span>
      {verify.error && <span role="alert">{verify.error.message}</span>}
      <Button size="small" busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
        Verify
      </Button>
    </Row>
  );
}
