/** The legal holds, newest first: what each keeps, why, and since when; and how to lift one. */
import type { ReactNode } from 'react';
import type { LegalHold } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
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
        <RecordLink id={id}>
          <Ago time={at} />
        </RecordLink>
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

/** @param below stands there once the length of the list is known, so that it does not move. */
export function Holds({ below }: { below: ReactNode }) {
  const { at, pages } = useCursor();
  const query = useRead(
    '/api/v1/holds',
    { params: { query: { status: 'all', limit: PAGE, ...at } } },
    { keep: true },
  );
  return (
    <>
      <List
        title="Legal holds"
        query={query}
        items={({ items }) => items}
        empty={['No holds', 'Retention, redactions and erasures work without exceptions.']}
        caption="Legal holds, newest first"
        columns={COLUMNS}
        keyOf={({ hold_id: id }) => id}
        pages={pages}
      />
      {!query.isPending && below}
    </>
  );
}

function Lift({ hold: { hold_id: id, status } }: { hold: LegalHold }) {
  const { manage } = useMay();
  const lift = useWrite(
    (api, reason: string) =>
      api.DELETE('/api/v1/holds/{hold_id}', { params: { path: { hold_id: id }, query: { reason } } }),
    ['/api/v1/holds'],
  );
  if (!manage || status !== 'in_force') return null;
  return (
    <ConfirmButton
      label="Lift"
      title="Lift this hold?"
      description="Within the hour, retention removes for good what has expired meanwhile. Records under another hold stay."
      act="Lift hold"
      reason={{
        hint: 'The reason is recorded, and never removed.',
        maxLength: 1000,
        missing: 'Say why you lift it: the reason is recorded.',
      }}
      onSubmit={(reason) => lift.mutateAsync(reason)}
      done="The hold is lifted"
    />
  );
}
