/** Asks for the period of a check. */
import { useState } from 'react';
import type { paths } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { serverNow } from '../ui/time/time.tsx';
import { PERIODS, periodOf } from './results.ts';

type Answers = paths['/api/v1/core/compliance/frameworks']['get']['responses'];
type Framework = Answers[200]['content']['application/json']['items'][number];

interface CheckFormProps {
  framework: Framework | null;
  onClose: () => void;
  /** @param evidenceId of the record that keeps the check. */
  onChecked: (evidenceId: string) => void;
}

export function CheckForm({ framework, onClose, onChecked }: CheckFormProps) {
  const [chosen, setChosen] = useState('90');
  const [days, setDays] = useState({ from: '', to: '' });
  const [isWrong, setWrong] = useState(false);
  const check = useWrite(
    (api, period: { from_date: string; to_date: string }) => {
      if (framework === null) throw new Error('No framework was chosen.');
      return api.POST('/api/v1/core/compliance/check', { body: { framework: framework.id, ...period } });
    },
    ['/api/v1/evidence/latest', '/api/v1/usage/summary'],
  );
  const submit = async () => {
    const period = periodOf(chosen, days, serverNow());
    setWrong(period === null);
    if (period === null) return false;
    onChecked((await check.mutateAsync(period)).evidence_id);
    return true;
  };
  const faults = faultsOf(check.error);
  const wrong = isWrong
    ? 'Choose two days, the first before the last, and neither in the future.'
    : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={`Check ${framework?.name ?? ''}`}
      description="The result is itself a record of evidence, and counts as one compliance check."
      onSubmit={submit}
      act="Check"
    >
      <SelectField label="Period" options={PERIODS} value={chosen} onValue={setChosen} />
      {chosen === 'own' && (
        <Days
          days={days}
          error={wrong ?? faults.of('from_date') ?? faults.of('to_date')}
          onChange={setDays}
        />
      )}
    </FormDialog>
  );
}

interface DaysProps {
  days: { from: string; to: string };
  error: string | undefined;
  onChange: (days: { from: string; to: string }) => void;
}

export function Days({ days, error, onChange }: DaysProps) {
  return (
    <>
      <TextField
        label="First day (UTC)"
        type="date"
        error={error}
        value={days.from}
        onValue={(from) => onChange({ ...days, from })}
      />
      <TextField
        label="Last day (UTC)"
        type="date"
        value={days.to}
        onValue={(to) => onChange({ ...days, to })}
      />
    </>
  );
}
