/** The list of incidents: their severity and state, and which are still to report. */
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Incident } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, TimeLeft } from '../ui/time/time.tsx';
import { OpenIncident } from './open-incident.tsx';
import { REPORTS, SEVERITY_TONES } from './words.ts';

const PAGE = 50;

const COLUMNS: readonly Column<Incident>[] = [
  {
    name: 'Incident',
    bare: true,
    cell: ({ incident_id: id, title }) => (
      <Link to="/incidents/$id" params={{ id }}>
        <ForeignText cut limit={120} text={title || 'Its texts are not here'} />
      </Link>
    ),
  },
  { name: 'Severity', cell: ({ severity }) => <Badge tone={SEVERITY_TONES[severity]}>{severity}</Badge> },
  {
    name: 'State',
    cell: ({ status }) => <Badge tone={status === 'open' ? 'accent' : 'good'}>{status}</Badge>,
  },
  { name: 'Report', cell: (incident) => <Report incident={incident} /> },
  { name: 'Noticed', cell: ({ noticed_at: at }) => <Ago time={at} /> },
  {
    name: 'Responsible',
    cell: ({ responsible }) => (responsible === null ? '–' : <Party id={responsible} />),
  },
];

export function Report({ incident: { report } }: { incident: Incident }) {
  const { word, tone } = REPORTS[report.state];
  if (report.state === 'none') return <span>–</span>;
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>{' '}
      {report.state === 'due' && report.due_at && <TimeLeft until={report.due_at} />}
    </span>
  );
}

export function IncidentsPage() {
  const { write } = useMay();
  const { record } = useSearch({ strict: false }) as { record?: string };
  const [opening, setOpening] = useState(typeof record === 'string');
  const { at, pages } = useCursor();
  const query = useRead('/api/v1/incidents', { params: { query: { limit: PAGE, ...at } } }, { keep: true });
  return (
    <Page
      title="Incidents"
      lead="What went wrong, who was told, and what was done so that it does not happen again."
      actions={write && <Button onClick={() => setOpening(true)}>Open an incident…</Button>}
    >
      <List
        query={query}
        items={({ items }) => items}
        empty={['No incidents', 'Open one here, or from the page of the record that shows it.']}
        caption="Incidents, newest first"
        columns={COLUMNS}
        keyOf={({ incident_id: id }) => id}
        pages={pages}
      />
      {opening && write && <OpenIncident record={record} onClose={() => setOpening(false)} />}
    </Page>
  );
}
