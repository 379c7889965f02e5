/** Exports: a file of a period, tied to a signed checkpoint. */
import { useState } from 'react';
import type { Export } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { ButtonAnchor } from '../ui/forms/button.tsx';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';

const FORMATS = [
  { value: 'json', name: 'JSON, which can be verified offline' },
  { value: 'csv', name: 'CSV, for a spreadsheet' },
  { value: 'pdf', name: 'PDF, for paper' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

export function Exports() {
  const [format, setFormat] = useState<Format>('json');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { payloads } = useMay();
  const make = useWrite((api) => {
    const period = {
      ...(from !== '' && { from_date: new Date(from).toISOString() }),
      ...(to !== '' && { to_date: new Date(to).toISOString() }),
    };
    return api.POST('/api/v1/evidence/export', {
      body: { format, ...period, include_chain_verification: true },
    });
  }, []);
  if (!payloads) return null;
  return (
    <Card title="Export">
      <Form onSubmit={() => make.mutate(undefined)} sent={make} act="Make an export">
        <SelectField label="Format" options={FORMATS} value={format} onValue={setFormat} />
        <TextField label="From" hint="Empty: from the beginning" type="date" value={from} onValue={setFrom} />
        <TextField label="Until" hint="Empty: until now" type="date" value={to} onValue={setTo} />
        {make.data && <Made made={make.data} />}
      </Form>
    </Card>
  );
}

function Made({ made }: { made: Export }) {
  const { pathname, search } = new URL(made.download_url);
  return (
    <Notice
      tone="good"
      action={
        <ButtonAnchor href={pathname + search} download>
          Download
        </ButtonAnchor>
      }
    >
      {formatCount(made.artifact_count)} records, until <Moment time={made.expires_at} />
    </Notice>
  );
}
