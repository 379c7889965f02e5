/** The decision: one tap, and a second one for what can't be made good again. A comment survives a failure. */
import { useMemo, useState } from 'react';
import type { Approval } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextArea } from '../ui/field.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { toast } from '../ui/toast.tsx';
import type { Act } from './act.ts';
import styles from './approvals.module.css';
import { isGrave, type Word } from './sentence.ts';
import { SentenceText } from './sentence-text.tsx';

type Verb = 'approve' | 'reject';

interface DecideProps {
  approval: Approval;
  words: readonly Word[];
  act: Act | null;
}

const STALE: readonly ReadPath[] = [
  '/api/v1/approvals',
  '/api/v1/approvals/{approval_id}',
  '/api/v1/evidence/latest',
];

export function Decide({ approval, words, act }: DecideProps) {
  const [asking, setAsking] = useState<Verb | null>(null);
  const [comment, setComment] = useState('');
  const path = { approval_id: approval.approval_id };
  const decision = useWrite((api, verb: Verb) => {
    const body = comment.trim() === '' ? {} : { comment: comment.trim() };
    return verb === 'approve'
      ? api.POST('/api/v1/approvals/{approval_id}/approve', { params: { path }, body })
      : api.POST('/api/v1/approvals/{approval_id}/reject', { params: { path }, body });
  }, STALE);
  const isTwice = isGrave(approval, approval.risk_level, act);
  const decide = (verb: Verb) => {
    decision.mutate(verb, {
      onSuccess: ({ status }) => {
        setAsking(null);
        toast(status === 'pending' ? 'Your approval is noted' : verb === 'approve' ? 'Approved' : 'Rejected');
      },
    });
  };
  const press = (verb: Verb) => (verb === 'reject' || isTwice ? setAsking(verb) : decide(verb));
  // A new object at each render would listen anew; what it calls stays the same while nothing changes.
  const shortcuts = useMemo(() => ({ a: () => setAsking('approve'), r: () => setAsking('reject') }), []);
  useShortcuts(shortcuts);
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        {decision.error && asking === null ? (
          <p role="alert">{messageOf(decision.error)}</p>
        ) : (
          <>The approval fits exactly this request, and is used up by it.</>
        )}
      </div>
      <div className={styles.barActs}>
        <Button onClick={() => press('reject')} disabled={decision.isPending}>
          Reject
        </Button>
        <Button look="primary" onClick={() => press('approve')} busy={decision.isPending && asking === null}>
          {isTwice ? 'Approve…' : 'Approve'}
        </Button>
      </div>
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        keepOpen={comment !== ''}
        title={asking === 'reject' ? 'Reject this action?' : 'Approve this action?'}
        description={<SentenceText words={words} />}
      >
        <Form
          onSubmit={() => asking !== null && decide(asking)}
          error={decision.error ? messageOf(decision.error) : undefined}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>Cancel</Button>
              <Button
                type="submit"
                look={asking === 'reject' ? 'danger' : 'primary'}
                busy={decision.isPending}
              >
                {asking === 'reject' ? 'Reject' : 'Approve'}
              </Button>
            </>
          }
        >
          <TextArea
            label="Comment"
            hint={
              asking === 'reject'
                ? 'The agent is told, so say what it should do instead.'
                : 'Kept with the evidence.'
            }
            maxLength={4096}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Form>
      </Dialog>
    </div>
  );
}

/** Two people may decide at once: the one who comes second sees what the first decided. */
function messageOf(error: Error): string {
  const isLate = error instanceof ApiError && error.status === 409;
  return isLate ? `${error.message} Another decision came first; this page shows it.` : error.message;
}
