/** Creates a budget, or changes the limit of an existing one. */
import { useState } from 'react';
import type { Budget } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { usdOf } from '../ui/money.ts';

interface BudgetFormProps {
  /** Null: a new one. The scope of a budget can't change: create another one instead. */
  budget: Budget | null;
  onClose: () => void;
}

const PERIODS = [
  { value: 'day', name: 'Day (UTC)' },
  { value: 'month', name: 'Month (UTC)' },
] as const;

/** The raw text of the fields. */
interface Draft {
  name: string;
  limit: string;
  period: Budget['period'];
  agent: string;
  action: string;
}

function useSave(budget: Budget | null) {
  return useWrite(
    (api, { name, limit_usd, draft }: { name: string; limit_usd: number; draft: Draft }) => {
      if (budget !== null) {
        return api.PUT('/api/v1/budgets/{budget_id}', {
          params: { path: { budget_id: budget.budget_id } },
          body: { name, limit_usd, expected_revision: budget.revision },
        });
      }
      const covers = {
        ...(draft.agent.trim() && { agent_id: draft.agent.trim() }),
        ...(draft.action.trim() && { action_pattern: draft.action.trim() }),
      };
      return api.POST('/api/v1/budgets', { body: { name, limit_usd, period: draft.period, ...covers } });
    },
    ['/api/v1/budgets'],
  );
}

export function BudgetForm({ budget, onClose }: BudgetFormProps) {
  const [draft, setDraft] = useState<Draft>({
    name: budget?.name ?? '',
    limit: budget === null ? '' : String(budget.limit_usd),
    period: 'day',
    agent: '',
    action: '',
  });
  const [wrong, setWrong] = useState<string>();
  const save = useSave(budget);
  const submit = async () => {
    const usd = usdOf(draft.limit);
    setWrong(usd === null ? 'Write an amount in dollars, such as 250 or 0.50.' : undefined);
    if (usd === null) return false;
    return save.mutateAsync({ name: draft.name.trim(), limit_usd: usd, draft });
  };
  const faults = faultsOf(save.error);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const errorOf = (field: string) => (field === 'limit_usd' ? wrong : undefined) ?? faults.of(field);
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={budget === null ? 'Create a budget' : 'Change the budget'}
      description="An action that costs more than is left is not carried out."
      onSubmit={submit}
      error={faults.whole}
      done={budget === null ? 'The budget is created' : 'The budget is changed'}
      act={budget === null ? 'Create budget' : 'Save'}
    >
      <AmountFields draft={draft} errorOf={errorOf} onChange={change} />
      {budget === null && <CoverFields draft={draft} errorOf={errorOf} onChange={change} />}
    </FormDialog>
  );
}

interface FieldsProps {
  draft: Draft;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

function AmountFields({ draft, errorOf, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        maxLength={200}
        error={errorOf('name')}
        value={draft.name}
        onValue={(name) => onChange({ name })}
      />
      <TextField
        label="Limit, US dollars"
        inputMode="decimal"
        hint="0 means that nothing may be spent."
        error={errorOf('limit_usd')}
        value={draft.limit}
        onValue={(limit) => onChange({ limit })}
      />
    </>
  );
}

function CoverFields({ draft, errorOf, onChange }: FieldsProps) {
  return (
    <>
      <SelectField
        label="For each"
        options={PERIODS}
        error={errorOf('period')}
        value={draft.period}
        onValue={(period) => onChange({ period })}
      />
      <TextField
        label="Agent"
        hint="The agent’s id. Empty: all agents together."
        error={errorOf('agent_id')}
        value={draft.agent}
        onValue={(agent) => onChange({ agent })}
      />
      <TextField
        label="Actions"
        hint="Such as refund.*; empty: every action."
        error={errorOf('action_pattern')}
        value={draft.action}
        onValue={(action) => onChange({ action })}
      />
    </>
  );
}
