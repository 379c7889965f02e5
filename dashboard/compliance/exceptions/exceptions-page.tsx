/** Makes reports of exceptions, lists them, and shows one. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ReadData, useRead } from '../../api/read.ts';
import { Party } from '../../members/party.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { List, useCursor } from '../../ui/list.tsx';
import { formatCount } from '../../ui/money.ts';
import { useAddress } from '../../ui/navigation/address.ts';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table.tsx';
import { Ago, Moment } from '../../ui/time/time.tsx';
import { useMayReport } from './may-report.ts';
import { NewReport } from './new-report.tsx';
import { ExceptionsReport } from './report.tsx';

type Listed = ReadData<'/api/v1/compliance/exceptions'>['items'][number];

export function ExceptionsPage() {
  const [{ report }] = useAddress();
  return typeof report === 'string' ? <ExceptionsReport evidenceId={report} /> : <Reports />;
}

function Reports() {
  const mayReport = useMayReport();
  const [, go] = useAddress();
  const [isAsked, setAsked] = useState(false);
  const { at, pages } = useCursor();
  const query = useRead('/api/v1/compliance/exceptions', { params: { query: at } }, { keep: true });
  return (
    <Page
      title="Exceptions"
      lead="A report says what went another way than the rules intend, how many records there are in all, and draws a random sample. It verifies offline."
      actions={
        mayReport && (
          <Button look="primary" onClick={() => setAsked(true)}>
            New report…
          </Button>
        )
      }
    >
      <List
        query={query}
        items={({ items }) => items}
        empty={[
          'No report was made yet',
          'Make one for the period that you audit. It is kept as evidence, with its seed.',
        ]}
        caption="Reports, newest first"
        columns={COLUMNS}
        keyOf={(item) => item.evidence_id}
        pages={pages}
      />
      {isAsked && <NewReport onClose={() => setAsked(false)} onMade={(report) => go({ report })} />}
    </Page>
  );
}

const orNone = (count: number | null) => (count === null ? '—' : formatCount(count));

const COLUMNS: readonly Column<Listed>[] = [
  {
    name: 'Period',
    bare: true,
    cell: ({ evidence_id, period }) =>
      period === null ? (
        'Removed'
      ) : (
        <Link to="/exceptions" search={(previous) => ({ ...previous, report: evidence_id })}>
          <Moment time={period.from} /> – <Moment time={period.to} />
        </Link>
      ),
  },
  { name: 'Exceptions', end: true, cell: ({ exceptions }) => orNone(exceptions) },
  { name: 'Records', end: true, cell: ({ records }) => orNone(records) },
  { name: 'Sample', end: true, cell: ({ sample }) => orNone(sample) },
  { name: 'Made', cell: ({ made_at }) => <Ago time={made_at} /> },
  { name: 'By', cell: ({ made_by }) => <Party id={made_by} /> },
];
