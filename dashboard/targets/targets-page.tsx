/** The targets that actions may reach: known by record, or by earlier approvals. */
import { useState } from 'react';
import type { KnownTarget } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Agent } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { ApprovalLink } from '../ui/navigation/links.tsx';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
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
    cell: ({ agent_id: agent }) => (agent === null ? 'every agent' : <Agent id={agent} />),
  },
  { name: 'Known by', cell: (target) => <Source target={target} /> },
  { name: 'Until', cell: ({ until }) => (until === null ? 'for good' : <Moment time={until} />) },
  { name: 'Added', cell: ({ created_at: at }) => <Ago time={at} /> },
  { name: 'Remove', bare: true, cell: (target) => <Remove target={target} /> },
];

function Source({ target: { source, approval_id: id } }: { target: KnownTarget }) {
  if (source === 'record' || id === null) return <Badge>record</Badge>;
  return <ApprovalLink id={id}>an approval</ApprovalLink>;
}

export function TargetsPage() {
  const { at, pages } = useCursor();
  const [adding, setAdding] = useState(false);
  const { manage, payloads } = useMay();
  const query = useRead('/api/v1/targets', { params: { query: { limit: PAGE, ...at } } }, { keep: true });
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
      <List
        title="Known targets"
        query={query}
        items={({ items }) => items}
        empty={[
          'No target is known yet',
          'Add your own domains first: an address of a known domain is known.',
        ]}
        caption="Known targets"
        columns={COLUMNS}
        keyOf={({ target_id: id }) => id}
        pages={{ ...pages, first: 'First page', more: 'More' }}
      />
      {/* Once the length of the list above is known, so that they do not move. */}
      {payloads && !query.isPending && <TargetSuggestions />}
      {adding && <AddTargets onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Remove({ target: { target_id: id, value, removed_at: removed } }: { target: KnownTarget }) {
  const { manage } = useMay();
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/targets/{target_id}', { params: { path: { target_id: id } } }),
    ['/api/v1/targets'],
  );
  if (!manage || removed !== null) return null;
  return (
    <ConfirmButton
      label="Remove"
      title="Remove this target?"
      description={
        <>
          From now on, <ForeignText limit={120} text={value ?? id} /> is unknown.
        </>
      }
      act="Remove"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The target is removed"
    />
  );
}
