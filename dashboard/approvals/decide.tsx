/** The decision: one tap, or two for an action that can't be undone. A comment survives a failure. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Approval } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { type Shortcuts, useShortcuts } from '../ui/shortcuts.ts';
import { toast } from '../ui/toast.tsx';
import styles from './approvals.module.css';
import { DecidedMeanwhile, DecideForm } from './decide-form.tsx';
import type { Verb, Word } from './sentence.ts';
import { SentenceText } from './sentence-text.tsx';

interface DecideProps {
  approval: Approval;
  words: readonly Word[];
  /** Asks for confirmation. */
  isGrave: boolean;
  /** A role may be taken away while the person types: their comment stays. */
  mayDecide: boolean;
}

const STALE: readonly ReadPath[] = [
  '/api/v1/approvals',
  '/api/v1/approvals/{approval_id}',
  '/api/v1/evidence/latest',
];
const NO_SHORTCUTS: Shortcuts = {};

export function Decide({ approval, words, isGrave, mayDecide }: DecideProps) {
  const { asking, ask, close } = useAsking();
  const [comment, setComment] = useState('');
  const decision = useDecision(approval.approval_id, comment, { onDone: close, onLate: ask });
  const isPending = approval.status === 'pending';
  const hasDecided = useHasDecided(approval);
  const isOpen = isPending && mayDecide && !hasDecided;
  const press = (verb: Verb) => {
    decision.reset();
    if (verb !== 'approve' || isGrave) ask(verb);
    else decision.mutate(verb);
  };
  const shortcuts = useMemo(
    () => (isOpen ? { a: () => ask('approve'), r: () => ask('reject') } : NO_SHORTCUTS),
    [isOpen, ask],
  );
  useShortcuts(shortcuts);
  return (
    <>
      {isPending && mayDecide && (
        <Bar
          acts={hasDecided ? null : { press, isGrave, isBusy: decision.isPending && asking === null }}
          isForTask={approval.for_task !== null}
          error={asking === null ? decision.error : null}
          missing={approval.required_approvals - approval.decisions.length}
        />
      )}
      <Dialog
        open={asking !== null}
        onClose={close}
        keepOpen={comment !== ''}
        title={TITLES[asking ?? 'approve']}
        description={<SentenceText words={words} />}
      >
        {isPending || decision.isPending ? (
          <DecideForm
            verb={asking ?? 'approve'}
            beyond={approval.for_task}
            comment={comment}
            onComment={setComment}
            onDecide={() => asking !== null && decision.mutate(asking)}
            onCancel={close}
            sent={decision}
          />
        ) : (
          <DecidedMeanwhile approval={approval} comment={comment} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

const TITLES: Record<Verb, string> = {
  approve: 'Approve this action?',
  widen: 'Approve this for the whole task?',
  reject: 'Reject this action?',
};

interface BarProps {
  /** null for someone who has already decided. */
  acts: { press: (verb: Verb) => void; isGrave: boolean; isBusy: boolean } | null;
  /** Whether it can be approved for the whole task. */
  isForTask: boolean;
  error: Error | null;
  /** The number of approvals still needed. */
  missing: number;
}

/** Always visible, at the lower edge. */
function Bar({ acts, isForTask, error, missing }: BarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        {error !== null && <p role="alert">{error.message}</p>}
        {error === null && acts !== null && 'The approval is valid for exactly this request, and only once.'}
        {acts === null && (
          <p role="status">
            You have approved. {missing} more {missing === 1 ? 'person is' : 'people are'} needed.
          </p>
        )}
      </div>
      {acts !== null && (
        <div className={styles.barActs}>
          <Button onClick={() => acts.press('reject')} disabled={acts.isBusy}>
            Reject
          </Button>
          {isForTask && (
            <Button onClick={() => acts.press('widen')} disabled={acts.isBusy}>
              Approve for this task…
            </Button>
          )}
          <Button look="primary" onClick={() => acts.press('approve')} busy={acts.isBusy}>
            {acts.isGrave ? 'Approve…' : 'Approve'}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * The decision that is being asked about. The list sets it by the address, `?decide=approve`, which decides nothing.
 */
function useAsking() {
  const { decide } = useSearch({ strict: false }) as { decide?: unknown };
  const [asking, ask] = useState<Verb | null>(decide === 'approve' || decide === 'reject' ? decide : null);
  const navigate = useNavigate();
  const close = () => {
    ask(null);
    if (decide === undefined) return;
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, decide: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return { asking, ask, close };
}

interface Ends {
  onDone: () => void;
  /** Someone else decided first. */
  onLate: (verb: Verb) => void;
}

function useDecision(approvalId: string, comment: string, { onDone, onLate }: Ends) {
  const path = { approval_id: approvalId };
  const decision = useWrite((api, verb: Verb) => {
    const body = comment.trim() === '' ? {} : { comment: comment.trim() };
    if (verb === 'reject')
      return api.POST('/api/v1/approvals/{approval_id}/reject', { params: { path }, body });
    const given = verb === 'widen' ? { ...body, for: 'task' as const } : body;
    return api.POST('/api/v1/approvals/{approval_id}/approve', { params: { path }, body: given });
  }, STALE);
  const { reset, error, isPending } = decision;
  const mutate = (verb: Verb) => {
    // Ignore a second press while the first is on its way.
    if (isPending) return;
    decision.mutate(verb, {
      onSuccess: ({ status }) => {
        onDone();
        toast(status === 'pending' ? 'Your approval is noted' : verb === 'reject' ? 'Rejected' : 'Approved');
      },
      onError: (error) => error instanceof ApiError && error.status === 409 && onLate(verb),
    });
  };
  return { mutate, reset, error, isPending };
}

function useHasDecided({ decisions }: Approval): boolean {
  const me = useMe();
  return me !== null && decisions.some(({ party }) => party === me.id);
}
