/** Removes the payload of a record for good, once a person has given a reason and has read what is lost. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Choice } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/forms/form.tsx';

export function Redact({ id, onClose }: { id: string; onClose: () => void }) {
  const [isSure, setIsSure] = useState(false);
  const redact = useWrite(
    (api, reason: string) =>
      api.POST('/api/v1/evidence/{id}/redact', { params: { path: { id } }, body: { reason } }),
    ['/api/v1/evidence/{id}'],
  );
  return (
    <Confirm
      onClose={onClose}
      title="Remove the payload of this record?"
      description="The request, reasons and facts are deleted for good, for auditors too. The record keeps its place, its hash and its proof, and your reason is recorded beside it."
      act="Remove"
      reason={{ missing: 'Say why you remove it: the reason is recorded.' }}
      onSubmit={(reason) => {
        if (!isSure) throw new Error('Confirm that you know it can’t be brought back.');
        return redact.mutateAsync(reason);
      }}
      done="The payload is being removed"
    >
      <Choice label="I know that it can’t be brought back." checked={isSure} onValue={setIsSure} />
    </Confirm>
  );
}
