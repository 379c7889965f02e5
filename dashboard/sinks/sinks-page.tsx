/** The sinks by which evidence and events reach a SIEM. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Sink } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { FORMATS, formatOf, KINDS, kindOf } from './kinds.ts';
import { SinkForm } from './sink-form.tsx';
import { SinkState, waitingFor } from './sink-state.tsx';

const REFRESH_MS = 10_000;

export function SinksPage() {
  const query = useRead('/api/v1/sinks', {}, { everyMs: REFRESH_MS });
  const { manage } = useMay();
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  return (
    <Page
      title="SIEM sinks"
      lead="A sink sends every record of the evidence to your SIEM, in order, and proves afterwards what was sent."
      actions={
        manage && (
          <Button look="primary" onClick={() => setAdding(true)}>
            Add sink
          </Button>
        )
      }
    >
      <List
        title="Sinks"
        query={query}
        items={({ sinks }) => sinks}
        empty={[
          'No sink yet',
          manage
            ? 'Add one to send the evidence by syslog, over HTTPS, or into a file.'
            : 'An owner or an admin can add one.',
        ]}
        caption="Sinks, oldest first"
        columns={COLUMNS}
        keyOf={({ id }) => id}
      />
      {adding && (
        <SinkForm
          sink={null}
          onClose={() => setAdding(false)}
          onDone={({ id }) => void navigate({ to: '/sinks/$id', params: { id } })}
        />
      )}
    </Page>
  );
}

const COLUMNS: readonly Column<Sink>[] = [
  {
    name: 'Name',
    bare: true,
    cell: ({ id, name }) => (
      <Link to="/sinks/$id" params={{ id }}>
        <ForeignText cut limit={80} text={name} />
      </Link>
    ),
  },
  { name: 'Kind', cell: (sink) => KINDS[kindOf(sink)].title },
  { name: 'Format', cell: (sink) => FORMATS[formatOf(sink)] },
  { name: 'State', cell: (sink) => <SinkState sink={sink} /> },
  { name: 'Last sent', cell: ({ last_sent_at: at }) => (at === null ? 'never' : <Ago time={at} />) },
  { name: 'Waits', cell: waitingFor },
];
