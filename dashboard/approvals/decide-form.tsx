/** The form before a decision, and the notice when another person has decided first. */
import type { Approval } from '../../client/api.ts';
import { Button } from '../ui/forms/button.tsx';
import { Form, TextArea } from '../ui/forms/field.tsx';
import { Notice } from '../ui/state.tsx';
import { DecidedBy, Status } from './history/decided-by.tsx';
import type { Verb } from './sentence.ts';

interface DecideFormProps {
  verb: Verb;
  comment: string;
  onComment: (comment: string) => void;
  onDecide: () => void;
  onCancel: () => void;
  error: string | undefined;
  busy: boolean;
}

export function DecideForm({ verb, comment, onComment, onDecide, onCancel, error, busy }: DecideFormProps) {
  const isRejection = verb === 'reject';
  return (
    <Form
      onSubmit={onDecide}
      error={error}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look={isRejection ? 'danger' : 'primary'} busy={busy}>
            {isRejection ? 'Reject' : 'Approve'}
          </Button>
        </>
      }
    >
      <TextArea
        label="Comment"
        hint={
          isRejection ? 'The agent is told, so say what it should do instead.' : 'Kept with the evidence.'
        }
        maxLength={4096}
        value={comment}
        onChange={({ target }) => onComment(target.value)}
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
    <Form
      onSubmit={onClose}
      actions={
        <Button type="submit" look="primary">
          Close
        </Button>
      }
    >
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
