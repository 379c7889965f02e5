/** One sink: its settings, a test, and what it was sent. */
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sink } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { TestReceiver } from '../receivers/test-receiver.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { harmless } from '../ui/harmless.ts';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Facts, Page } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import { DETAILS, FORMATS, formatOf, KINDS, kindOf, receiverOf } from './kinds.ts';
import { Sent } from './sent.tsx';
import { SinkActs } from './sink-acts.tsx';
import { SinkState, waitingFor } from './sink-state.tsx';

const REFRESH_MS = 5000;

export function SinkPage() {
  const { id = '' } = useParams({ strict: false });
  const params = { path: { sink_id: id } };
  const query = useRead('/api/v1/sinks/{sink_id}', { params }, { everyMs: REFRESH_MS });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Page title={query.data ? harmless(query.data.name) : 'Sink'} back={<Link to="/sinks">SIEM sinks</Link>}>
      {isGone || <Loaded query={query}>{(sink) => <Whole sink={sink} />}</Loaded>}
      {(isGone || query.data) && <Sent sinkId={id} isGone={isGone} />}
    </Page>
  );
}

function Whole({ sink }: { sink: Sink }) {
  const { manage } = useMay();
  const params = { path: { sink_id: sink.id } };
  const test = useWrite((api) => api.POST('/api/v1/sinks/{sink_id}/test', { params, body: {} }), []);
  return (
    <>
      <Trouble sink={sink} />
      <Card title="Sink" actions={manage && <SinkActs sink={sink} />}>
        <Facts facts={factsOf(sink)} />
      </Card>
      {manage && (
        <TestReceiver noun="sink" test={test}>
          A test sends one message that says it is a test. It is not a record.
        </TestReceiver>
      )}
    </>
  );
}

function Trouble({ sink }: { sink: Sink }) {
  const { failing_since: since, paused_at: paused, last_error: error } = sink;
  if (paused !== null) {
    return (
      <Notice tone="warning">
        Paused <Ago time={paused} />. What waits is sent once you resume it.
      </Notice>
    );
  }
  if (since === null) return null;
  return (
    <Notice tone="bad">
      Nothing arrives: {error && <ForeignText limit={400} text={error} />} It began <Ago time={since} />.
      Records wait, and are tried again in order, at least every minute.
    </Notice>
  );
}

function factsOf(sink: Sink): Record<string, ReactNode> {
  const { options, last_sent_at: sentAt } = sink;
  const { title, secrets } = KINDS[kindOf(sink)];
  return {
    Kind: title,
    Receiver: <ForeignText limit={300} text={receiverOf(sink)} />,
    Format: FORMATS[formatOf(sink)],
    'A message says': DETAILS[options.detail === 'summary' ? 'summary' : 'none'],
    State: <SinkState sink={sink} />,
    'Last sent': sentAt === null ? 'never' : <Ago time={sentAt} />,
    Waits: waitingFor(sink),
    'Next record': formatCount(sink.position),
    'Skipped beyond': `${formatCount(Number(options.max_waiting))} records, or ${formatCount(Number(options.max_hours))} hours`,
    Secrets: secrets.length > 0 ? 'set, and never shown' : null,
    Added: <Ago time={sink.created_at} />,
    By: <Party id={sink.created_by} />,
    'Last change': <RecordLink id={sink.evidence_id} />,
  };
}
