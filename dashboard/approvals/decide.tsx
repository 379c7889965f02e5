/** The decision: one tap, or two for an action that can't be undone. A comment survives a failure. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Approval } from '../../client/api.ts';
import type { Word } from '../../client/changes/index.ts';
import { useMe } from '../api/me.ts';
import { Dialog } from '../ui/forms/dialog.tsx';
import { useKept } from '../ui/forms/kept.ts';
import { SentenceText } from '../ui/sentence/sentence-text.tsx';
import { type Shortcuts, useShortcuts } from '../ui/shortcuts.ts';
import { lazily } from '../ui/state.tsx';
import { correctableIn } from './correct/correctable.ts';
import { DecideBar } from './decide-bar.tsx';
import { DecidedMeanwhile, DecideForm } from './decide-form.tsx';
import { type Asking, useDecision } from './decision.ts';
import type { Verb } from './sentence/sentence.ts';

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
  const [comment, setComment] = useKept(`comment.${approval.approval_id}`);
  const done = () => {
    setComment('');
    close();
  };
  const decision = useDecision(approval, { onDone: done, onLate: ask });
  const isPending = approval.status === 'pending';
  const hasDecided = useHasDecided(approval);
  const standing = standingTowards(approval);
  const whyNot = hasDecided ? null : standing.whyNot;
  const mayReject = whyNot === null || standing.mayReject;
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
        <DecideBar
          acts={!hasDecided && mayReject ? { press, isBusy: decision.isPending && asking === null } : null}
          whyNot={whyNot}
          isChange={approval.change !== null}
          offers={{ correct: isCorrectable, widen: approval.for_task !== null, isGrave }}
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
        title={(approval.change === null ? TITLES : TITLES_OF_CHANGES)[verb ?? 'approve']}
        description={<SentenceText words={words} />}
      >
        {isUndecided ? (
          <DecideForm
            verb={verb ?? 'approve'}
            isChange={approval.change !== null}
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

const TITLES_OF_CHANGES: Record<Verb, string> = {
  approve: 'Approve this change?',
  widen: TITLES.widen,
  reject: 'Reject this change?',
};

/** A person who asked for a change of governance may not approve it, but may take it back. */
function standingTowards({ route, change }: Approval): { whyNot: string | null; mayReject: boolean } {
  if (change !== null) return { whyNot: change.why_not, mayReject: change.may_reject };
  return { whyNot: route?.may_decide === false ? route.why_not : null, mayReject: false };
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
