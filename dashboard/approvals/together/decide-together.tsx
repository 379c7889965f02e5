/** Asks once more before several calls are decided together, and names those that could not be. */
import { useState } from 'react';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../ui/forms/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { ApprovalLink } from '../../ui/navigation/links.tsx';
import { Notice } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.tsx';
import { STALE } from '../decision.ts';

interface DecideTogetherProps {
  ids: readonly string[];
  decision: 'approved' | 'rejected';
  onClose: () => void;
}

export function DecideTogether({ ids: chosen, decision, onClose }: DecideTogetherProps) {
  // The list behind shrinks once they are decided.
  const [ids] = useState(chosen);
  const [comment, setComment] = useState('');
  const decide = useWrite((api) => {
    const body = { approval_ids: [...ids], decision, ...(comment.trim() && { comment: comment.trim() }) };
    return api.POST('/api/v1/approvals/decide', { body });
  }, STALE);
  const refused = (decide.data?.items ?? []).filter(({ error }) => error !== null);
  const act = decision === 'approved' ? 'Approve' : 'Reject';
  const submit = () =>
    decide.mutate(undefined, {
      onSuccess: ({ items }) => {
        const count = items.filter(({ error }) => error === null).length;
        if (count > 0) toast(`${count} ${decision}`);
        if (count === items.length) onClose();
      },
    });
  return (
    <Dialog
      onClose={onClose}
      keepOpen={comment !== ''}
      title={`${act} ${ids.length} calls?`}
      description="Each gets its own record, with your comment."
    >
      {refused.length > 0 ? (
        <Form act="Close" onSubmit={onClose}>
          <Notice tone="warning">
            {refused.length} of {ids.length} could not be decided:
            <ul>
              {refused.map(({ approval_id: id, error }) => (
                <li key={id}>
                  <ApprovalLink id={id} />: {error?.detail}
                </li>
              ))}
            </ul>
          </Notice>
        </Form>
      ) : (
        <Form
          act={`${act} ${ids.length}`}
          look={decision === 'approved' ? 'primary' : 'danger'}
          onSubmit={submit}
          onCancel={onClose}
          sent={decide}
        >
          <TextArea
            label={decision === 'approved' ? 'Comment' : 'Comment for the agent'}
            maxLength={4096}
            value={comment}
            onValue={setComment}
          />
        </Form>
      )}
    </Dialog>
  );
}
