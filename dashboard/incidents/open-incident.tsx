/** Opens an incident, by itself or from the record that shows it; and the link on the page of a record that leads here. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Id } from '../ui/code.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { bodyOf, Describing, type Draft } from './describing.tsx';

const EMPTY: Draft = {
  title: '',
  description: '',
  severity: 'minor',
  harms: [],
  happenedAt: '',
  noticedAt: '',
  responsible: '',
};

interface OpenIncidentProps {
  /** The evidence id of a record that shows it. */
  record?: string | undefined;
  onClose: () => void;
}

export function OpenIncident({ record, onClose }: OpenIncidentProps) {
  const [draft, setDraft] = useState(EMPTY);
  const navigate = useNavigate();
  const open = useWrite(
    (api) =>
      api.POST('/api/v1/incidents', {
        body: { ...bodyOf(draft), ...(record !== undefined && { records: [record] }) },
      }),
    ['/api/v1/incidents'],
  );
  const faults = faultsOf(open.error);
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={draft !== EMPTY}
      large
      title="Open an incident"
      description="Each step is recorded as evidence, with your name."
      act="Open"
      disabled={draft.title.trim() === '' || (draft.severity === 'serious' && draft.harms.length === 0)}
      error={faults.whole}
      onSubmit={async () => {
        const { incident_id: id } = await open.mutateAsync(undefined);
        await navigate({ to: '/incidents/$id', params: { id } });
      }}
      done="The incident is open"
    >
      {record !== undefined && (
        <p>
          From the record <Id>{record}</Id>. Without another time, it happened when the record was made.
        </p>
      )}
      <Describing
        draft={draft}
        errorOf={faults.of}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}

/** The link on the page of a record. */
export function IncidentFrom({ record }: { record: string }) {
  const { write } = useMay();
  if (!write) return null;
  return (
    <Link to="/incidents" search={({ env }: { env?: 'sandbox' }) => ({ env, record })}>
      Open an incident
    </Link>
  );
}
