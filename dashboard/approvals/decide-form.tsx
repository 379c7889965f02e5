/** The form before a decision, and the notice when another person has decided first. */
import type { Approval } from '../../client/api.ts';
import { TextArea } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Notice } from '../ui/state.tsx';
import { DecidedBy, Status } from './history/decided-by.tsx';
import type { Verb } from './sentence.ts';

interface DecideFormProps {
  verb: Verb;
  comment: string;
  onComment: (comment: string) => void;
  onDecide: () => void;
  onCancel: () => void;
  sent: { isPending: boolean; error: Error | null };
}

export function DecideForm({ verb, comment, onComment, onDecide, onCancel, sent }: DecideFormProps) {
  const isRejection = verb === 'reject';
  return (
    <Form
      onSubmit={onDecide}
      onCancel={onCancel}
      sent={sent}
      act={isRejection ? 'Reject' : 'Approve'}
      look={isRejection ? 'danger' : 'primary'}
    >
      <TextArea
        label="Comment"
        hint={
          isRejection ? 'The agent is told, so say what it should do instead.' : 'Kept with the evidence.'
        }
        maxLength={4096}
        value={comment}
        onValue={onComment}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onDecide();
        }}
      />
    </Form>
  );
}

interface DecidedMeanwhileProps {
  approval: Approval;
  comment: string;
  onClose: () => void;
}

/** Two people may decide at once. The second one sees the first decision, and keeps the comment that they wrote. */
export function DecidedMeanwhile({ approval, comment, onClose }: DecidedMeanwhileProps) {
  return (
    <Form onSubmit={onClose} act="Close">
      <Notice tone="warning">
        <p>
          Someone has decided meanwhile, so your decision does not count: <Status status={approval.status} />
        </p>
        <DecidedBy item={approval} />
      </Notice>
      {comment !== '' && <TextArea label="Your comment" hint="It was not sent." value={comment} readOnly />}
    </Form>
  );
}
