/** The legal holds, newest first: what each keeps, why, and since when; and how to lift one. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LegalHold } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { ReasonField } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Pages, Table } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { type Filter, partsOf } from './filter.ts';

const PAGE = 50;

const COLUMNS: readonly Column<LegalHold>[] = [
  { name: 'Keeps', bare: true, cell: ({ filter }) => <Kept filter={filter} /> },
  { name: 'Reason', cell: ({ reason }) => <ForeignText limit={200} text={reason} /> },
  { name: 'State', cell: (hold) => <State hold={hold} /> },
  {
    name: 'Set',
    cell: ({ held_at: at, held_by: by, evidence_id: id }) => (
      <span>
        <Link to="/evidence/$id" params={{ id }}>
          <Ago time={at} />
        </Link>
        , <Party id={by} />
      </span>
    ),
  },
  { name: 'Lift', bare: true, cell: (hold) => <Lift hold={hold} /> },
];

function Kept({ filter }: { filter: Filter }) {
  const parts = partsOf(filter);
  const { from, to } = filter;
  const isAll = parts.length === 0 && from === undefined && to === undefined;
  return (
    <div>
      {isAll && <strong>Every record</strong>}
      {parts.map(({ name, values }) => (
        <div key={name}>
          {name}: <ForeignText limit={160} text={values.join(', ')} />
        </div>
      ))}
      {(from !== undefined || to !== undefined) && (
        <div>
          Recorded{' '}
          {from !== undefined && (
            <>
              from <Moment time={from} />{' '}
            </>
          )}
          {to !== undefined && (
            <>
              until <Moment time={to} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function State({ hold: { lifted_at: at, lifted_by: by, lift_reason: reason } }: { hold: LegalHold }) {
  if (at === null) return <Badge tone="good">in force</Badge>;
  return (
    <span>
      <Badge>lifted</Badge> <Ago time={at} />
      {by !== null && (
        <>
          , <Party id={by} />
        </>
      )}
      {reason !== null && (
        <>
          : <ForeignText limit={160} text={reason} />
        </>
      )}
    </span>
  );
}

export function Holds() {
  const [cursor, setCursor] = useState<string>();
  const query = useRead(
    '/api/v1/holds',
    { params: { query: { status: 'all', limit: PAGE, ...(cursor !== undefined && { cursor }) } } },
    { keep: true },
  );
  return (
    <Card title="Legal holds" flush>
      <Loaded query={query}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <Empty title="No holds">
              <p>Retention, redactions and erasures work without exceptions.</p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Legal holds, newest first"
                columns={COLUMNS}
                items={items}
                keyOf={({ hold_id: id }) => id}
              />
              <Pages cursor={cursor} next={next} onTurn={setCursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Lift({ hold: { hold_id: id, status } }: { hold: LegalHold }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { manage } = useMay();
  const lift = useWrite(
    (api, why: string) =>
      api.DELETE('/api/v1/holds/{hold_id}', { params: { path: { hold_id: id }, query: { reason: why } } }),
    ['/api/v1/holds'],
  );
  if (!manage || status !== 'in_force') return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Lift
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Lift this hold?"
        description="Within the hour, retention removes for good what has expired meanwhile. Records under another hold stay."
        act="Lift hold"
        onConfirm={async () => {
          if (reason.trim() === '') throw new Error('Say why you lift it: the reason is recorded.');
          await lift.mutateAsync(reason.trim());
          toast('The hold is lifted');
        }}
      >
        <ReasonField
          hint="The reason is recorded, and never removed."
          value={reason}
          maxLength={1000}
          onChange={setReason}
        />
      </Confirm>
    </>
  );
}
