/** Removes the payload of a record for good, once a person has given a reason and has read what is lost. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Choice, ReasonField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

export function Redact({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isSure, setIsSure] = useState(false);
  const redact = useWrite(
    (api, why: string) =>
      api.POST('/api/v1/evidence/{id}/redact', { params: { path: { id } }, body: { reason: why } }),
    ['/api/v1/evidence/{id}'],
  );
  const confirm = async () => {
    if (reason.trim() === '') throw new Error('Say why you remove it: the reason is recorded.');
    if (!isSure) throw new Error('Confirm that you know it can’t be brought back.');
    await redact.mutateAsync(reason.trim());
    toast('The payload is being removed');
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title="Remove the payload of this record?"
      description="The request, reasons and facts are deleted for good, for auditors too. The record keeps its place, its hash and its proof, and your reason is recorded beside it."
      act="Remove"
      onConfirm={confirm}
    >
      <ReasonField value={reason} onChange={setReason} />
      <Choice
        label="I know that it can’t be brought back."
        checked={isSure}
        onChange={({ target }) => setIsSure(target.checked)}
      />
    </Confirm>
  );
}
