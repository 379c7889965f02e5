/** The mandates of tasks: what each allows, how much of it is used, and how to close it. */
import { useState } from 'react';
import type { Mandate } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Agent } from '../members/party.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { formatUsd } from '../ui/money.ts';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { OpenMandate } from './open-mandate.tsx';
import { Plan } from './plan.tsx';

const PAGE = 50;
const TONES: Record<Mandate['status'], Tone> = {
  open: 'good',
  used_up: 'warning',
  closed: 'neutral',
  expired: 'neutral',
};
const COLUMNS: readonly Column<Mandate>[] = [
  { name: 'Agent', bare: true, cell: ({ agent_id: id }) => <Agent id={id} /> },
  { name: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{status.replace('_', ' ')}</Badge> },
  {
    name: 'Task',
    cell: ({ task }) => (task === null ? 'not kept' : <ForeignText limit={160} text={task} />),
  },
  { name: 'By', cell: ({ source }) => (source === null ? 'not kept' : SOURCES[source]) },
  {
    name: 'May',
    cell: (mandate) => (mandate.plan === null ? <Terms mandate={mandate} /> : <Plan mandate={mandate} />),
  },
  { name: 'Used', cell: (mandate) => <Used mandate={mandate} /> },
  { name: 'Until', cell: ({ expires_at: at }) => <Moment time={at} /> },
  { name: 'Close', bare: true, cell: (mandate) => <Close mandate={mandate} /> },
];

const SOURCES: Record<NonNullable<Mandate['source']>, string> = {
  stated: 'a person',
  planned: 'a model',
  words: 'the words of the task',
};

function Terms({ mandate: { effects, tools, targets, strict } }: { mandate: Mandate }) {
  return (
    <>
      {effects.join(', ')}
      {tools.length > 0 && (
        <>
          {' '}
          with <ForeignText limit={120} text={tools.join(', ')} />
        </>
      )}
      {targets !== null && targets.length > 0 && (
        <>
          {' '}
          to <ForeignText limit={160} text={targets.map(({ value }) => value).join(', ')} />
        </>
      )}
      {strict && <Badge tone="warning">strict</Badge>}
    </>
  );
}

function Used({ mandate }: { mandate: Mandate }) {
  const { budget_usd: budget, spent_usd: spent, max_actions: most, actions_used: used } = mandate;
  const parts = [
    ...(budget === null ? [] : [`${formatUsd(spent)} of ${formatUsd(budget)}`]),
    ...(most === null ? [] : [`${used} of ${most} actions`]),
  ];
  return parts.length === 0 ? 'no limit' : parts.join(', ');
}

export function MandatesPage() {
  const { at, pages } = useCursor();
  const [opening, setOpening] = useState(false);
  const { write } = useMay();
  const query = useRead('/api/v1/mandates', { params: { query: { limit: PAGE, ...at } } }, { keep: true });
  return (
    <Page
      title="Mandates"
      lead="A mandate says what a task is for. Actions within it need no approval; actions beyond it wait for a person."
      actions={
        write && (
          <Button look="primary" onClick={() => setOpening(true)}>
            Open a mandate…
          </Button>
        )
      }
    >
      <List
        query={query}
        items={({ items }) => items}
        empty={[
          'No mandate yet',
          'The program that starts an agent opens one for each task; you can open one here as well.',
        ]}
        caption="Mandates"
        columns={COLUMNS}
        keyOf={({ mandate_id: id }) => id}
        pages={pages}
      />
      {opening && <OpenMandate onClose={() => setOpening(false)} />}
    </Page>
  );
}

function Close({ mandate: { mandate_id: id, status } }: { mandate: Mandate }) {
  const { write } = useMay();
  const close = useWrite(
    (api) => api.POST('/api/v1/mandates/{mandate_id}/close', { params: { path: { mandate_id: id } } }),
    ['/api/v1/mandates'],
  );
  if (!write || status !== 'open') return null;
  return (
    <ConfirmButton
      label="Close"
      title="Close this mandate?"
      description="The agent can no longer act under it."
      act="Close it"
      onSubmit={() => close.mutateAsync(undefined)}
      done="The mandate is closed"
    />
  );
}
