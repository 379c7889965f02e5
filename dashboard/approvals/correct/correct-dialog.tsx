/**
 * Approves a call with corrected arguments: a form, then what changes and how the laws judge it, then the decision. The
 * service judges the corrected call again when it is approved.
 */
import { useState } from 'react';
import type { Approval } from '../../../client/api.ts';
import { ApiError } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../ui/forms/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import type { Decision } from '../decision.ts';
import { ArgumentFields } from './argument-fields.tsx';
import { correctableIn } from './correctable.ts';
import { correctedBy, fieldsOf, keyOf, type Typed } from './fields.ts';
import { type CorrectionPreview, PreviewForm } from './preview.tsx';

type Json = Record<string, unknown>;

interface CorrectDialogProps {
  approval: Approval;
  decision: Decision;
  comment: string;
  onComment: (comment: string) => void;
  onClose: () => void;
}

export function CorrectDialog({ approval, onClose, ...deciding }: CorrectDialogProps) {
  const given = correctableIn(approval) ?? {};
  const [fields] = useState(() => fieldsOf(approval.tool_schema, given));
  const [typed, setTyped] = useState<Typed>({});
  const [wanted, setWanted] = useState<{ arguments: Json; preview: CorrectionPreview } | null>(null);
  const preview = usePreview(approval.approval_id);
  const read = correctedBy(given, fields, typed);
  const refused = preview.error instanceof ApiError ? preview.error : null;
  const faults = Object.fromEntries(
    fields.map((field) => {
      const key = keyOf(field);
      const own = 'faults' in read ? read.faults[key] : undefined;
      return [key, own ?? refused?.of('arguments', ...field.path)];
    }),
  );
  const isAtField = Object.values(faults).some((fault) => fault !== undefined);
  const look = () => {
    if (!('arguments' in read)) return;
    preview.mutate(read.arguments, {
      onSuccess: (found) => setWanted({ arguments: read.arguments, preview: found }),
    });
  };
  return (
    <Dialog
      large
      keepOpen={Object.keys(typed).length > 0}
      onClose={onClose}
      title="Correct and approve"
      description="The agent runs the call with your arguments, and is told what you changed."
    >
      {wanted === null ? (
        <Form
          act="See what changes"
          onSubmit={look}
          onCancel={onClose}
          sent={preview}
          error={isAtField ? null : preview.error?.message}
          disabled={!('arguments' in read) || read.arguments === given}
        >
          <ArgumentFields fields={fields} typed={typed} faults={faults} onType={setTyped} />
        </Form>
      ) : (
        <PreviewForm {...deciding} {...wanted} onBack={() => setWanted(null)} />
      )}
    </Dialog>
  );
}

function usePreview(approvalId: string) {
  return useWrite(
    (api, wanted: Json) =>
      api.POST('/api/v1/approvals/{approval_id}/correction', {
        params: { path: { approval_id: approvalId } },
        body: { arguments: wanted },
      }),
    ['/api/v1/approvals', '/api/v1/approvals/{approval_id}'],
  );
}
