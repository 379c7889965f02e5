/** The decision: one tap, or two for an action that can't be undone. A comment survives a failure. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Approval } from '../../client/api.ts';
import { useMe } from '../api/me.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { type Shortcuts, useShortcuts } from '../ui/shortcuts.ts';
import { lazily } from '../ui/state.tsx';
import styles from './approvals.module.css';
import { correctableIn } from './correct/correctable.ts';
import { DecidedMeanwhile, DecideForm } from './decide-form.tsx';
import { type Asking, useDecision } from './decision.ts';
import type { Verb, Word } from './sentence/sentence.ts';
import { SentenceText } from './sentence/sentence-text.tsx';

interface DecideProps {
  approval: Approval;
  words: readonly Word[];
  /** Asks for confirmation. */
  isGrave: boolean;
  /** A role may be taken away while the person types: their comment stays. */
  mayDecide: boolean;
}

const CorrectDialog = lazily(() => import('./correct/correct-dialog.tsx'), 'CorrectDialog');

const NO_SHORTCUTS: Shortcuts = {};

export function Decide({ approval, words, isGrave, mayDecide }: DecideProps) {
  const { asking, ask, close } = useAsking();
  const [comment, setComment] = useState('');
  const decision = useDecision(approval, { onDone: close, onLate: ask });
  const isPending = approval.status === 'pending';
  const hasDecided = useHasDecided(approval);
  const whyNot = approval.route?.may_decide === false && !hasDecided ? approval.route.why_not : null;
  const isOpen = isPending && mayDecide && !hasDecided && whyNot === null;
  const isCorrectable = correctableIn(approval) !== null;
  const press = (next: Asking) => {
    decision.reset();
    if (next !== 'approve' || isGrave) ask(next);
    else decision.mutate({ verb: next, comment });
  };
  const shortcuts = useMemo(
    () => (isOpen ? shortcutsFor(ask, isCorrectable) : NO_SHORTCUTS),
    [isOpen, isCorrectable, ask],
  );
  useShortcuts(shortcuts);
  const verb = asking === 'correct' ? 'approve' : asking;
  const isUndecided = isPending || decision.isPending;
  const typing = { comment, onComment: setComment, sent: decision };
  return (
    <>
      {isPending && mayDecide && (
        <Bar
          acts={isOpen ? { press, isGrave, isBusy: decision.isPending && asking === null } : null}
          whyNot={whyNot}
          offers={{ correct: isCorrectable, widen: approval.for_task !== null }}
          error={asking === null ? decision.error : null}
          missing={approval.required_approvals - approval.decisions.length}
        />
      )}
      {asking === 'correct' && isUndecided && (
        <CorrectDialog
          approval={approval}
          decision={decision}
          comment={comment}
          onComment={setComment}
          onClose={close}
        />
      )}
      <Dialog
        open={verb !== null && !(asking === 'correct' && isUndecided)}
        onClose={close}
        keepOpen={comment !== ''}
        title={TITLES[verb ?? 'approve']}
        description={<SentenceText words={words} />}
      >
        {isUndecided ? (
          <DecideForm
            verb={verb ?? 'approve'}
            beyond={approval.for_task}
            {...typing}
            onDecide={() => verb !== null && decision.mutate({ verb, comment })}
            onCancel={close}
          />
        ) : (
          <DecidedMeanwhile approval={approval} comment={comment} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

function shortcutsFor(ask: (asking: Asking) => void, isCorrectable: boolean): Shortcuts {
  const either = { a: () => ask('approve'), r: () => ask('reject') };
  return isCorrectable ? { ...either, c: () => ask('correct') } : either;
}

const TITLES: Record<Verb, string> = {
  approve: 'Approve this action?',
  widen: 'Approve this for the whole task?',
  reject: 'Reject this action?',
};

interface BarProps {
  /** null for someone who has already decided, or who is not asked. */
  acts: { press: (next: Asking) => void; isGrave: boolean; isBusy: boolean } | null;
  /** Why this person is not asked; null where they are. */
  whyNot: string | null;
  /** Whether it can be approved with other arguments, or for the whole task. */
  offers: { correct: boolean; widen: boolean };
  error: Error | null;
  /** The number of approvals still needed. */
  missing: number;
}

/** Always visible, at the lower edge. */
function Bar({ acts, whyNot, offers, error, missing }: BarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        {error !== null && <p role="alert">{error.message}</p>}
        {error === null && acts !== null && 'The approval is valid for exactly this request, and only once.'}
        {acts === null && whyNot !== null && <p role="status">{whyNot}</p>}
        {acts === null && whyNot === null && (
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
          {offers.correct && (
            <Button onClick={() => acts.press('correct')} disabled={acts.isBusy}>
              Correct…
            </Button>
          )}
          {offers.widen && (
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
  const [asking, ask] = useState<Asking | null>(decide === 'approve' || decide === 'reject' ? decide : null);
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

function useHasDecided({ decisions }: Approval): boolean {
  const me = useMe();
  return me !== null && decisions.some(({ party }) => party === me.id);
}
