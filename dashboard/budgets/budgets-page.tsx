/** Spending limits by tenant, agent and action, for each day or month. */
import { useState } from 'react';
import type { Budget } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { AgentName } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { Share } from '../ui/charts/share.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import { formatUsd } from '../ui/money.ts';
import { Page } from '../ui/page.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { BudgetForm } from './budget-form.tsx';
import styles from './budgets.module.css';
import { renewsAt, standingOf } from './standing.ts';

const REFRESH_MS = 10_000;

export function BudgetsPage() {
  const { manage } = useMay();
  const query = useRead('/api/v1/budgets', {}, { everyMs: REFRESH_MS });
  const [open, setOpen] = useState<Budget | 'new' | null>(null);
  return (
    <Page
      title="Budgets"
      lead="What agents may spend. Where several budgets cover an action, each of them must have room."
      actions={
        manage && (
          <Button look="primary" onClick={() => setOpen('new')}>
            Create budget
          </Button>
        )
      }
    >
      <List
        title="All budgets"
        query={query}
        items={({ budgets }) => budgets}
        empty={[
          'No budget yet',
          'Without a budget, nothing here limits what agents spend. Create one for a day, an agent or an action.',
        ]}
        caption="Budgets"
        columns={[
          ...COLUMNS,
          {
            name: 'Acts',
            bare: true,
            cell: (budget) =>
              manage && (
                <RowActs>
                  <Button size="small" onClick={() => setOpen(budget)}>
                    Change
                  </Button>
                  <Delete budget={budget} />
                </RowActs>
              ),
          },
        ]}
        keyOf={({ budget_id }) => budget_id}
      />
      {open !== null && <BudgetForm budget={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Budget>[] = [
  { name: 'Name', cell: (budget) => <Covers budget={budget} />, bare: true },
  { name: 'Left', cell: (budget) => <Left budget={budget} /> },
  { name: 'Spent', end: true, cell: ({ spent_usd }) => formatUsd(spent_usd) },
  { name: 'Resets', cell: (budget) => <Ago time={renewsAt(budget)} /> },
];

function Covers({ budget: { name, agent_id: agent, action_pattern: pattern, period } }: { budget: Budget }) {
  return (
    <>
      <div className={styles.name}>
        <ForeignText cut limit={80} text={name} />
      </div>
      <small className={styles.covers}>
        each {period}, {agent === null ? 'all agents' : <AgentName id={agent} />},{' '}
        {pattern === null ? 'every action' : <ForeignText cut limit={60} text={pattern} />}
      </small>
    </>
  );
}

function Left({ budget }: { budget: Budget }) {
  const { tone, words } = standingOf(budget);
  return (
    <div className={styles.left}>
      <Share used={budget.spent_usd} reserved={budget.reserved_usd} of={budget.limit_usd} />
      {tone === 'bad' ? <Badge tone="bad">{words}</Badge> : <small>{words}</small>}
    </div>
  );
}

function Delete({ budget: { budget_id, name } }: { budget: Budget }) {
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/budgets/{budget_id}', { params: { path: { budget_id } } }),
    ['/api/v1/budgets'],
  );
  return (
    <ConfirmButton
      label="Delete…"
      buttonLook="quiet"
      title="Delete this budget?"
      description={
        <>
          <ForeignText cut limit={80} text={name} /> no longer limits what is spent. The deletion is recorded.
        </>
      }
      act="Delete"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The budget is deleted"
    />
  );
}
