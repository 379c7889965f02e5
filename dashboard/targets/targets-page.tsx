/** The targets that actions may reach: known by record, or by earlier approvals. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { KnownTarget } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { AddTargets } from './add-targets.tsx';
import { TargetSuggestions } from './suggestions.tsx';

const PAGE = 100;

const COLUMNS: readonly Column<KnownTarget>[] = [
  {
    name: 'Target',
    bare: true,
    cell: ({ value, name }) => (
      <>
        <strong>
          {value === null ? 'removed from the record' : <ForeignText limit={120} text={value} />}
        </strong>
        {name && (
          <>
            {' '}
            <ForeignText limit={80} text={name} />
          </>
        )}
      </>
    ),
  },
  { name: 'Kind', cell: ({ kind, role }) => [kind, role].filter(Boolean).join(', ') },
  {
    name: 'For',
    cell: ({ agent_id: agent }) => (agent === null ? 'every agent' : <ForeignText limit={60} text={agent} />),
  },
  { name: 'Known by', cell: (target) => <Source target={target} /> },
  { name: 'Until', cell: ({ until }) => (until === null ? 'for good' : <Moment time={until} />) },
  { name: 'Added', cell: ({ created_at: at }) => <Ago time={at} /> },
  { name: 'Remove', bare: true, cell: (target) => <Remove target={target} /> },
];

function Source({ target: { source, approval_id: id } }: { target: KnownTarget }) {
  if (source === 'record' || id === null) return <Badge>record</Badge>;
  return (
    <Link to="/approvals/$id" params={{ id }}>
      an approval
    </Link>
  );
}

export function TargetsPage() {
  const [cursor, setCursor] = useState<string>();
  const [adding, setAdding] = useState(false);
  const { manage, payloads } = useMay();
  const query = useRead(
    '/api/v1/targets',
    { params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } } },
    { keep: true },
  );
  return (
    <Page
      title="Targets"
      lead="The people and systems that actions may reach. An action that reaches any other waits for a person."
      actions={
        manage && (
          <Button look="primary" onClick={() => setAdding(true)}>
            Add targets…
          </Button>
        )
      }
    >
      <Card title="Known targets" flush>
        <Loaded query={query}>
          {({ items, next_cursor: next }) =>
            items.length === 0 ? (
              <Empty title="No target is known yet">
                <p>Add your own domains first: an address of a known domain is known.</p>
              </Empty>
            ) : (
              <>
                <Table
                  caption="Known targets"
                  columns={COLUMNS}
                  items={items}
                  keyOf={({ target_id: id }) => id}
                />
                {cursor !== undefined && <Button onClick={() => setCursor(undefined)}>First page</Button>}
                {next && <Button onClick={() => setCursor(next)}>More</Button>}
              </>
            )
          }
        </Loaded>
      </Card>
      {payloads && <TargetSuggestions />}
      {adding && <AddTargets onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Remove({ target: { target_id: id, value, removed_at: removed } }: { target: KnownTarget }) {
  const [open, setOpen] = useState(false);
  const { manage } = useMay();
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/targets/{target_id}', { params: { path: { target_id: id } } }),
    ['/api/v1/targets'],
  );
  if (!manage || removed !== null) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Remove this target?"
        description={
          <>
            From now on, <ForeignText limit={120} text={value ?? id} /> is unknown.
          </>
        }
        act="Remove"
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          toast('The target is removed');
        }}
      />
    </>
  );
}
