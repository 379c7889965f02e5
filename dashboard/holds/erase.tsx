/** Removes every record that names a person, after showing what that would remove. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ErasurePreview, ErasureWithCertificate } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import { Id } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Choice, ReasonField, TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { Facts, Row } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { ErasureResult, recordsOf } from './erasures.tsx';

const SHOWN = 5;

interface ErasureRequest {
  subject: string;
  reason: string;
  preview?: boolean;
  except_held?: boolean;
}

function useErase() {
  return useWrite(
    (api, body: ErasureRequest) => api.POST('/api/v1/evidence/erasures', { body }),
    ['/api/v1/evidence/erasures'],
  );
}

export function Erase({ onClose }: { onClose: () => void }) {
  const [subject, setSubject] = useState('');
  const [seen, setSeen] = useState<ErasurePreview>();
  const [begun, setBegun] = useState<string>();
  const look = useErase();
  const lookFor = () =>
    look.mutate(
      { subject, reason: 'preview', preview: true },
      { onSuccess: (answer) => setSeen(answer as ErasurePreview) },
    );
  const other = (value: string) => {
    setSubject(value);
    setSeen(undefined);
  };
  if (begun !== undefined) {
    return (
      <Dialog open onClose={onClose} title="Erase a person" large>
        <ErasureResult id={begun} />
        <Row>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </Row>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen={subject !== ''}
      large
      title="Erase a person"
      description="Finds every record that contains the value, shows them, and removes their content once you confirm. The value itself is not stored anywhere."
    >
      <Form
        onSubmit={lookFor}
        onCancel={onClose}
        sent={look}
        act={seen === undefined && 'Look for it'}
        disabled={subject.trim() === ''}
      >
        <TextField
          label="Value"
          hint="The value that identifies the person: an address, a number, a name. Erase each form of it separately."
          value={subject}
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
          onValue={other}
        />
      </Form>
      {seen !== undefined && <Begin subject={subject} seen={seen} onClose={onClose} onBegun={setBegun} />}
    </Dialog>
  );
}

interface BeginProps {
  subject: string;
  seen: ErasurePreview;
  onClose: () => void;
  onBegun: (erasureId: string) => void;
}

function Begin({ subject, seen, onClose, onBegun }: BeginProps) {
  const [reason, setReason] = useState('');
  const [isSure, setIsSure] = useState(false);
  const erase = useErase();
  const begin = () =>
    erase.mutate(
      { subject, reason: reason.trim(), except_held: seen.held.length > 0 },
      { onSuccess: (answer) => onBegun((answer as ErasureWithCertificate).erasure_id) },
    );
  return (
    <Form
      onSubmit={begin}
      onCancel={onClose}
      sent={erase}
      act="Erase"
      look="danger"
      disabled={!isSure || reason.trim() === '' || !seen.searched.complete}
    >
      <Seen seen={seen} />
      <ReasonField
        hint="It is recorded, and never removed. Do not write personal data."
        value={reason}
        maxLength={1000}
        onValue={setReason}
      />
      <Choice label="I know that it can’t be brought back." checked={isSure} onValue={setIsSure} />
    </Form>
  );
}

function Seen({
  seen: { records, by_type: types, evidence_ids: ids, held, kept, in_leaf, searched },
}: {
  seen: ErasurePreview;
}) {
  const count = (number: number) => (number === 0 ? null : recordsOf(number));
  const shown = ids.slice(0, SHOWN);
  return (
    <>
      {!searched.complete && (
        <Notice tone="warning">
          {formatCount(searched.records)} of {formatCount(searched.of)} records have been searched so far:
          earlier ones are still being indexed. Look again later.
        </Notice>
      )}
      <Facts
        facts={{
          'To be removed': recordsOf(records),
          Types:
            records === 0
              ? null
              : Object.entries(types)
                  .map(([type, number]) => `${type.replaceAll('_', ' ')}: ${formatCount(number)}`)
                  .join(', '),
          Among: shown.length === 0 ? null : <Links ids={shown} />,
          'Kept by a hold': count(held.reduce((sum, each) => sum + each.records, 0)),
          'Kept as statements': count(kept),
          'Name it as action or actor': count(in_leaf),
        }}
      />
    </>
  );
}

function Links({ ids }: { ids: readonly string[] }) {
  return (
    <Row>
      {ids.map((id) => (
        <Link key={id} to="/evidence/$id" params={{ id }} target="_blank">
          <Id>{id}</Id>
        </Link>
      ))}
    </Row>
  );
}
