/** The form before a decision, and the notice when another person has decided first. */
import type { Approval } from '../../client/api.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Facts } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { DecidedBy, Status } from './history/decided-by.tsx';
import type { Verb } from './sentence/sentence.ts';

interface DecideFormProps {
  verb: Verb;
  isChange: boolean;
  beyond: Approval['for_task'];
  comment: string;
  onComment: (comment: string) => void;
  onDecide: () => void;
  onCancel: () => void;
  sent: { isPending: boolean; error: Error | null };
}

export function DecideForm({ verb, isChange, beyond, sent, ...props }: DecideFormProps) {
  const { comment, onComment, onDecide, onCancel } = props;
  const isRejection = verb === 'reject';
  const isRead = isRejection && !isChange;
  return (
    <Form
      onSubmit={onDecide}
      onCancel={onCancel}
      sent={sent}
      act={ACTS[verb]}
      look={isRejection ? 'danger' : 'primary'}
    >
      {verb === 'widen' && beyond && <Added beyond={beyond} />}
      <TextArea
        label={isRead ? 'Comment for the agent' : 'Comment'}
        hint={
          isRead
            ? 'The agent reads it as the result of its call: say what it should do instead.'
            : 'Kept with the evidence.'
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

const ACTS: Record<Verb, string> = {
  approve: 'Approve',
  widen: 'Approve for this task',
  reject: 'Reject',
};

/** Shows the tool, effects and targets that approving for the task adds to the mandate. */
function Added({ beyond: { tool, effects, targets } }: { beyond: NonNullable<Approval['for_task']> }) {
  return (
    <Notice tone="warning">
      <p>Until the task ends, the agent may do this again. The mandate gets:</p>
      <Facts
        facts={{
          Tool: tool && <ForeignText limit={120} text={tool} />,
          Effects: effects.length > 0 ? effects.join(', ') : null,
          Targets:
            targets.length > 0 ? (
              <ForeignText lines limit={600} text={targets.map(({ value }) => value).join('\n')} />
            ) : null,
        }}
      />
    </Notice>
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
