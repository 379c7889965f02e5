/** Asks for the period of a check. */
import { useState } from 'react';
import type { paths } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, SelectField, TextField } from '../ui/forms/field.tsx';
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
  const submit = () => {
    const period = periodOf(chosen, days, serverNow());
    setWrong(period === null);
    if (period !== null) check.mutate(period, { onSuccess: ({ evidence_id }) => onChecked(evidence_id) });
  };
  const refused = check.error instanceof ApiError ? check.error : null;
  const wrong = isWrong
    ? 'Choose two days, the first before the last, and neither in the future.'
    : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Check ${framework?.name ?? ''}`}
      description="The result is itself a record of evidence, and counts as one compliance check."
    >
      <Form
        onSubmit={submit}
        error={check.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={check.isPending}>
              Check
            </Button>
          </>
        }
      >
        <SelectField
          label="Period"
          options={PERIODS}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
        {chosen === 'own' && (
          <Days
            days={days}
            error={wrong ?? refused?.of('from_date') ?? refused?.of('to_date')}
            onChange={setDays}
          />
        )}
      </Form>
    </Dialog>
  );
}

interface DaysProps {
  days: { from: string; to: string };
  error: string | undefined;
  onChange: (days: { from: string; to: string }) => void;
}

function Days({ days, error, onChange }: DaysProps) {
  return (
    <>
      <TextField
        label="First day (UTC)"
        type="date"
        error={error}
        value={days.from}
        onChange={({ target }) => onChange({ ...days, from: target.value })}
      />
      <TextField
        label="Last day (UTC)"
        type="date"
        value={days.to}
        onChange={({ target }) => onChange({ ...days, to: target.value })}
      />
    </>
  );
}
