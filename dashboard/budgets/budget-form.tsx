/** A new budget, or another limit for one that is there. */
import { useState } from 'react';
import type { Budget } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { usdOf } from '../ui/money.ts';
import { toast } from '../ui/toast.tsx';

interface BudgetFormProps {
  /** Null: a new one. What it covers can't be changed: make another. */
  budget: Budget | null;
  onClose: () => void;
}

const PERIODS = [
  { value: 'day', name: 'Day (UTC)' },
  { value: 'month', name: 'Month (UTC)' },
];

export function BudgetForm({ budget, onClose }: BudgetFormProps) {
  const [name, setName] = useState(budget?.name ?? '');
  const [limit, setLimit] = useState(budget === null ? '' : String(budget.limit_usd));
  const [period, setPeriod] = useState<Budget['period']>('day');
  const [agent, setAgent] = useState('');
  const [action, setAction] = useState('');
  const [wrong, setWrong] = useState<string>();
  const save = useWrite(
    (api, limit_usd: number) => {
      if (budget !== null) {
        return api.PUT('/api/v1/budgets/{budget_id}', {
          params: { path: { budget_id: budget.budget_id } },
          body: { name: name.trim(), limit_usd, expected_revision: budget.revision },
        });
      }
      const covers = {
        ...(agent.trim() && { agent_id: agent.trim() }),
        ...(action.trim() && { action_pattern: action.trim() }),
      };
      return api.POST('/api/v1/budgets', { body: { name: name.trim(), limit_usd, period, ...covers } });
    },
    ['/api/v1/budgets'],
  );
  const submit = () => {
    const usd = usdOf(limit);
    setWrong(usd === null ? 'Write an amount in dollars, such as 250 or 0.50.' : undefined);
    if (usd === null) return;
    const done = () => {
      toast(budget === null ? 'The budget is created' : 'The budget is changed');
      onClose();
    };
    save.mutate(usd, { onSuccess: done });
  };
  const refused = save.error instanceof ApiError ? save.error : null;
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={budget === null ? 'Create a budget' : 'Change the budget'}
      description="An action whose cost does not fit in what is left is not carried out."
    >
      <Form
        onSubmit={submit}
        error={refused?.faults.length ? undefined : save.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={save.isPending}>
              {budget === null ? 'Create budget' : 'Save'}
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          maxLength={200}
          error={refused?.of('name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Limit, US dollars"
          inputMode="decimal"
          hint="0: nothing may be spent."
          error={wrong ?? refused?.of('limit_usd')}
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
        />
        {budget === null && (
          <>
            <SelectField
              label="For each"
              options={PERIODS}
              error={refused?.of('period')}
              value={period}
              onChange={({ target }) => setPeriod(target.value as Budget['period'])}
            />
            <TextField
              label="Agent"
              hint="Its id. Empty: all agents together."
              error={refused?.of('agent_id')}
              value={agent}
              onChange={({ target }) => setAgent(target.value)}
            />
            <TextField
              label="Actions"
              hint="Such as refund.* — empty: every action."
              error={refused?.of('action_pattern')}
              value={action}
              onChange={({ target }) => setAction(target.value)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
