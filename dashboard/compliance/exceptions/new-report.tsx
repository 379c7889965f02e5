/** Asks for the period and the sample of a report. */
import { useState } from 'react';
import { faultsOf } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { FormDialog } from '../../ui/forms/form.tsx';
import { serverNow } from '../../ui/time/time.tsx';
import { Days } from '../check-form.tsx';
import { PERIODS, periodOf } from '../results.ts';

type Population = 'governance_eval' | 'action_executed' | 'action_approved' | 'all';

const POPULATIONS: { value: Population; name: string }[] = [
  { value: 'governance_eval', name: 'Evaluations' },
  { value: 'action_executed', name: 'Outcomes' },
  { value: 'action_approved', name: 'Approvals' },
  { value: 'all', name: 'All records' },
];

interface NewReportProps {
  onClose: () => void;
  /** @param evidenceId of the record that is the report. */
  onMade: (evidenceId: string) => void;
}

export function NewReport({ onClose, onMade }: NewReportProps) {
  const [chosen, setChosen] = useState('90');
  const [days, setDays] = useState({ from: '', to: '' });
  const [population, setPopulation] = useState<Population>('governance_eval');
  const [size, setSize] = useState('25');
  const [seed, setSeed] = useState('');
  const [isWrong, setWrong] = useState(false);
  const make = useWrite(
    (api, period: { from_date: string; to_date: string }) =>
      api.POST('/api/v1/compliance/exceptions', {
        body: { ...period, population, sample_size: Number(size), ...(seed !== '' && { seed }) },
      }),
    ['/api/v1/compliance/exceptions', '/api/v1/usage/summary'],
  );
  const submit = async () => {
    const period = periodOf(chosen, days, serverNow());
    setWrong(period === null);
    if (period === null) return false;
    onMade((await make.mutateAsync(period)).evidence_id);
    return true;
  };
  const faults = faultsOf(make.error);
  const wrong = isWrong
    ? 'Choose two days, the first before the last, and neither in the future.'
    : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title="New report"
      description="It is kept as a record of evidence, and counts as one compliance check."
      onSubmit={submit}
      act="Make the report"
    >
      <SelectField label="Period" options={PERIODS} value={chosen} onValue={setChosen} />
      {chosen === 'own' && (
        <Days
          days={days}
          error={wrong ?? faults.of('from_date') ?? faults.of('to_date')}
          onChange={setDays}
        />
      )}
      <SelectField label="Sample from" options={POPULATIONS} value={population} onValue={setPopulation} />
      <TextField
        label="Size of the sample"
        type="number"
        min={0}
        max={250}
        required
        error={faults.of('sample_size')}
        value={size}
        onValue={setSize}
      />
      <TextField
        label="Seed"
        hint="It decides what is drawn, so let the auditor choose it. Empty: a random one."
        pattern="[A-Za-z0-9._\-]{1,64}"
        autoComplete="off"
        spellCheck={false}
        error={faults.of('seed')}
        value={seed}
        onValue={setSeed}
      />
    </FormDialog>
  );
}
