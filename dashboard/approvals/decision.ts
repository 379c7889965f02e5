/** Sends a person's decision, once. */
import type { Approval } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { toast } from '../ui/toast.tsx';
import type { Verb } from './sentence/sentence.ts';

/** The paths whose answers a decision changes. */
export const STALE: readonly ReadPath[] = [
  '/api/v1/approvals',
  '/api/v1/approvals/{approval_id}',
  '/api/v1/evidence/latest',
];

/** The decision that a dialog asks about. */
export type Asking = Verb | 'correct';

interface Wanted {
  verb: Verb;
  comment: string;
  /** Corrected. */
  arguments?: Record<string, unknown>;
}

interface Ends {
  onDone: () => void;
  /** It can't be decided so, for example because someone else was faster. */
  onLate: (asked: Asking) => void;
}

export function useDecision({ approval_id }: Pick<Approval, 'approval_id'>, { onDone, onLate }: Ends) {
  const params = { path: { approval_id } };
  const decision = useWrite((api, { verb, comment, arguments: corrected }: Wanted) => {
    const body = comment.trim() === '' ? {} : { comment: comment.trim() };
    if (verb === 'reject') return api.POST('/api/v1/approvals/{approval_id}/reject', { params, body });
    return api.POST('/api/v1/approvals/{approval_id}/approve', {
      params,
      body: {
        ...body,
        ...(verb === 'widen' && { for: 'task' as const }),
        ...(corrected && { arguments: corrected }),
      },
    });
  }, STALE);
  const { reset, error, isPending } = decision;
  const mutate = (wanted: Wanted) => {
    // Ignore a second press while the first is on its way.
    if (isPending) return;
    const asked = wanted.arguments === undefined ? wanted.verb : 'correct';
    decision.mutate(wanted, {
      onSuccess: ({ status }) => {
        onDone();
        const isRejection = wanted.verb === 'reject';
        toast(status === 'pending' ? 'Your approval is noted' : isRejection ? 'Rejected' : 'Approved');
      },
      onError: (failure) => failure instanceof ApiError && failure.status === 409 && onLate(asked),
    });
  };
  return { mutate, reset, error, isPending };
}

export type Decision = ReturnType<typeof useDecision>;
