/** The erasures so far, and the certificate of each. None says whom it was about. */
import { useState } from 'react';
import type { Erasure, ErasureCertificate } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { Id } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Facts, Row } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';

const PAGE = 50;
const UNDER_WAY_MS = 5000;

const COLUMNS: readonly Column<Erasure>[] = [
  { name: 'Erasure', bare: true, cell: ({ erasure_id: id }) => <Id>{id}</Id> },
  {
    name: 'State',
    cell: ({ status }) =>
      status === 'certified' ? <Badge tone="good">certified</Badge> : <Badge tone="warning">removing</Badge>,
  },
  { name: 'Records', end: true, cell: ({ records }) => formatCount(records) },
  {
    name: 'Begun',
    cell: ({ begun_at: at, begun_by: by }) => (
      <span>
        <Ago time={at} />, <Party id={by} />
      </span>
    ),
  },
  { name: 'Certificate', bare: true, cell: (erasure) => <Certificate erasure={erasure} /> },
];

export function recordsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`;
}

export function Erasures() {
  const { at, pages } = useCursor();
  const query = useRead(
    '/api/v1/evidence/erasures',
    { params: { query: { limit: PAGE, ...at } } },
    { keep: true, everyMs: 2 * UNDER_WAY_MS },
  );
  return (
    <List
      title="Erasures"
      query={query}
      items={({ items }) => items}
      empty={[
        'No one has been erased',
        'An erasure finds every record that names a person, and shows them before it removes any.',
      ]}
      caption="Erasures, newest first"
      columns={COLUMNS}
      keyOf={({ erasure_id: id }) => id}
      pages={pages}
    />
  );
}

function Certificate({ erasure: { erasure_id: id } }: { erasure: Erasure }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Certificate
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Certificate" large>
        <ErasureResult id={id} />
        <Row>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </Row>
      </Dialog>
    </>
  );
}

/** The progress of an erasure, until it is certified. */
export function ErasureResult({ id }: { id: string }) {
  const [isDone, setIsDone] = useState(false);
  const init = { params: { path: { erasure_id: id } } };
  const query = useRead('/api/v1/evidence/erasures/{erasure_id}', init, {
    everyMs: isDone ? false : UNDER_WAY_MS,
  });
  if (!isDone && query.data?.status === 'certified') setIsDone(true);
  return (
    <Loaded query={query}>
      {({ certificate, records, certificate_evidence_id: evidenceId }) =>
        certificate === null || evidenceId === null ? (
          <Notice tone="warning">
            {recordsOf(records)} to be removed. A certificate follows when none is left, even if you close
            this.
          </Notice>
        ) : (
          <Stated certificate={certificate} evidenceId={evidenceId} />
        )
      }
    </Loaded>
  );
}

function Stated({ certificate, evidenceId: id }: { certificate: ErasureCertificate; evidenceId: string }) {
  const { removed, left, begun_at: at, begun_by: by, subject_hash: hash, evidence_ids_hash } = certificate;
  return (
    <Facts
      facts={{
        Removed: recordsOf(removed),
        'Kept by a hold': left === 0 ? null : recordsOf(left),
        Begun: <Moment time={at} />,
        By: <Party id={by} />,
        'Hash of the value': <Id>{hash}</Id>,
        'Hash of the ids': <Id>{evidence_ids_hash}</Id>,
        Record: <RecordLink id={id} />,
      }}
    />
  );
}
