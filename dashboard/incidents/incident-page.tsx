/** One incident: what happened, who was told, what belongs to it, and how it was closed. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { IncidentInFull } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Columns, Facts, Page, Row, Stack } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { AddRecord, ChangeIncident, CloseIncident, ReopenIncident, TellOfIncident } from './acts.tsx';
import { Report } from './incidents-page.tsx';
import { HARMS, SEVERITY_TONES } from './words.ts';

export function IncidentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useRead('/api/v1/incidents/{incident_id}', { params: { path: { incident_id: id } } });
  return (
    <Page
      title="Incident"
      heading={query.data?.title ? <ForeignText limit={200} text={query.data.title} /> : undefined}
      back={<Link to="/incidents">All incidents</Link>}
      actions={query.data && <Acts incident={query.data} />}
    >
      <Loaded query={query}>{(incident) => <Whole incident={incident} />}</Loaded>
    </Page>
  );
}

type Act = 'change' | 'close' | 'reopen';

function Acts({ incident }: { incident: IncidentInFull }) {
  const { write } = useMay();
  const [act, setAct] = useState<Act>();
  const onClose = () => setAct(undefined);
  if (!write) return null;
  const isOpen = incident.status === 'open';
  return (
    <>
      {isOpen && <Button onClick={() => setAct('change')}>Change…</Button>}
      {isOpen && (
        <Button look="primary" onClick={() => setAct('close')}>
          Close…
        </Button>
      )}
      {!isOpen && <Button onClick={() => setAct('reopen')}>Reopen…</Button>}
      {act === 'change' && <ChangeIncident incident={incident} onClose={onClose} />}
      {act === 'close' && <CloseIncident incident={incident} onClose={onClose} />}
      {act === 'reopen' && <ReopenIncident incident={incident} onClose={onClose} />}
    </>
  );
}

const text = (value: string | null) => (value ? <ForeignText limit={4000} text={value} /> : null);

function Whole({ incident }: { incident: IncidentInFull }) {
  const { severity, status, harms, report } = incident;
  return (
    <>
      <Row>
        <Badge tone={SEVERITY_TONES[severity]}>{severity}</Badge>
        <Badge tone={status === 'open' ? 'accent' : 'good'}>{status}</Badge>
        {report.state !== 'none' && <Report incident={incident} />}
      </Row>
      {report.state === 'overdue' && (
        <Notice tone="warning">
          No authority is noted as told, and the time for it is over. Report it, and note below whom you told.
        </Notice>
      )}
      {incident.title === null && <Notice>Your role does not show the texts of incidents.</Notice>}
      {incident.title === '' && <Notice>Its texts were removed, with the record that stated them.</Notice>}
      <Columns>
        <Stack>
          <Card title="What happened">
            <Facts
              facts={{
                Description: text(incident.description),
                Happened: <Moment time={incident.happened_at} />,
                Noticed: <Moment time={incident.noticed_at} />,
                Harm: harms.length === 0 ? null : harms.map((harm) => HARMS[harm]).join('; '),
                'Report until': report.due_at && <Moment time={report.due_at} />,
                Reported: report.reported_at && <Moment time={report.reported_at} />,
                Responsible: incident.responsible && <Party id={incident.responsible} />,
                Cause: text(incident.cause),
                Remedy: text(incident.remedy),
                Closed: incident.closed_at && <Moment time={incident.closed_at} />,
              }}
            />
          </Card>
          <WhoWasTold incident={incident} />
        </Stack>
        <Stack>
          <Records incident={incident} />
          <Course incident={incident} />
        </Stack>
      </Columns>
    </>
  );
}

type Told = NonNullable<IncidentInFull['told']>[number];

const TOLD: readonly Column<Told>[] = [
  {
    name: 'Who',
    cell: ({ who, authority }) => (
      <span>
        <ForeignText limit={200} text={who} /> {authority && <Badge tone="accent">authority</Badge>}
      </span>
    ),
  },
  { name: 'When', cell: ({ at }) => <Moment time={at} /> },
  { name: 'How', cell: ({ how }) => <ForeignText limit={200} text={how} /> },
];

function WhoWasTold({ incident }: { incident: IncidentInFull }) {
  const told = incident.told ?? [];
  return (
    <Card title="Who was told" actions={<TellOfIncident incident={incident} />} flush>
      {told.length === 0 ? (
        <Empty title="No one yet" />
      ) : (
        <Table
          caption="Who was told"
          columns={TOLD}
          items={told}
          keyOf={(each) => `${told.indexOf(each)} ${each.at}`}
        />
      )}
    </Card>
  );
}

function Records({ incident }: { incident: IncidentInFull }) {
  return (
    <Card title="Records" actions={<AddRecord incident={incident} />}>
      {incident.records.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul>
          {incident.records.map((id) => (
            <li key={id}>
              <RecordLink id={id} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Change = IncidentInFull['history'][number];

const CHANGES: Record<string, string> = {
  'incident.open': 'Opened',
  'incident.change': 'Changed',
  'incident.close': 'Closed',
  'incident.reopen': 'Reopened',
};

const COURSE: readonly Column<Change>[] = [
  {
    name: 'What',
    bare: true,
    cell: ({ evidence_id: id, action, reason }) => (
      <span>
        <RecordLink id={id}>{CHANGES[action] ?? action}</RecordLink>
        {reason !== null && (
          <>
            : <ForeignText limit={160} text={reason} />
          </>
        )}
      </span>
    ),
  },
  { name: 'Who', cell: ({ by }) => <Party id={by} /> },
  { name: 'When', cell: ({ at }) => <Moment time={at} /> },
];

function Course({ incident }: { incident: IncidentInFull }) {
  return (
    <Card title="What was done" flush>
      <Table
        caption="What was done, oldest first"
        columns={COURSE}
        items={incident.history}
        keyOf={({ evidence_id: id }) => id}
      />
    </Card>
  );
}
