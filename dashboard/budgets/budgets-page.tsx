/** Spending limits by tenant, agent and action, for each day or month. */
import { useState } from 'react';
import type { Budget } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { Share } from '../ui/charts/share.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { formatUsd } from '../ui/money.ts';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { RowActs, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { BudgetForm } from './budget-form.tsx';
import styles from './budgets.module.css';
import { renewsAt, standingOf } from './standing.ts';

const REFRESH_MS = 10_000;

export function BudgetsPage() {
  const { manage } = useMay();
  const query = useRead('/api/v1/budgets', {}, { everyMs: REFRESH_MS });
  const [open, setOpen] = useState<Budget | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Budget | null>(null);
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
      <Card title="All budgets" flush>
        <Loaded query={query}>
          {({ budgets }) => (
            <BudgetTable budgets={budgets} onChange={manage ? setOpen : null} onDelete={setDeleting} />
          )}
        </Loaded>
      </Card>
      {open !== null && <BudgetForm budget={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {deleting && <DeleteBudget budget={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

interface BudgetTableProps {
  budgets: readonly Budget[];
  /** Null: this person may not create one. */
  onChange: ((budget: Budget) => void) | null;
  onDelete: (budget: Budget) => void;
}

function BudgetTable({ budgets, onChange, onDelete }: BudgetTableProps) {
  if (budgets.length === 0) {
    return (
      <Empty title="No budget yet">
        <p>
          Without a budget, nothing here limits what agents spend. Create one for a day, an agent or an
          action.
        </p>
      </Empty>
    );
  }
  return (
    <Table
      caption="Budgets"
      columns={[
        { name: 'Name', cell: (budget) => <Covers budget={budget} />, bare: true },
        { name: 'Left', cell: (budget) => <Left budget={budget} /> },
        { name: 'Spent', end: true, cell: ({ spent_usd }) => formatUsd(spent_usd) },
        { name: 'Resets', cell: (budget) => <Ago time={renewsAt(budget)} /> },
        {
          name: 'Acts',
          bare: true,
          cell: (budget) =>
            onChange && (
              <RowActs>
                <Button size="small" onClick={() => onChange(budget)}>
                  Change
                </Button>
                <Button size="small" look="quiet" onClick={() => onDelete(budget)}>
                  Delete…
                </Button>
              </RowActs>
            ),
        },
      ]}
      items={budgets}
      keyOf={({ budget_id }) => budget_id}
    />
  );
}

function Covers({ budget: { name, agent_id: agent, action_pattern: pattern, period } }: { budget: Budget }) {
  return (
    <>
      <div className={styles.name}>
        <ForeignText cut limit={80} text={name} />
      </div>
      <small className={styles.covers}>
        each {period}, {agent === null ? 'all agents' : <ForeignText cut limit={60} text={agent} />},{' '}
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

function DeleteBudget({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const remove = useWrite(
    (api, budget_id: string) =>
      api.DELETE('/api/v1/budgets/{budget_id}', { params: { path: { budget_id } } }),
    ['/api/v1/budgets'],
  );
  const confirm = async () => {
    await remove.mutateAsync(budget.budget_id);
    toast('The budget is deleted');
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title="Delete this budget?"
      description={
        <>
          <ForeignText cut limit={80} text={budget.name} /> no longer limits what is spent. The deletion is
          recorded.
        </>
      }
      act="Delete"
      onConfirm={confirm}
    />
  );
}
