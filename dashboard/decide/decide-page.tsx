/**
 * The page behind the link of a mail: one approval, in full, and the buttons to decide it. It works without a session,
 * so it reads only what the link shows. The link's token is taken out of the address at once.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Approval } from '../../client/api.ts';
import { Status } from '../approvals/history/decided-by.tsx';
import { auth } from '../sign-in/auth.ts';
import { useToken } from '../sign-in/token.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Asked } from './asked.tsx';
import styles from './decide.module.css';
import type { Opened } from './opened.ts';
import { SignInFirst } from './sign-in-first.tsx';

type Decision = 'approved' | 'rejected';

export function DecidePage() {
  const token = useToken();
  const opened = useQuery({
    queryKey: ['decision-link', token],
    queryFn: () => auth<Opened>('/decision-link/open', { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Frame>
      {token === '' ? (
        <Notice>
          <p>Open the link in the mail again: this page keeps it nowhere.</p>
          <Link to="/approvals">Or sign in, and see all that waits</Link>
        </Notice>
      ) : (
        <Loaded query={opened}>
          {(found) => <Shown token={token} opened={found} onSignedIn={() => void opened.refetch()} />}
        </Loaded>
      )}
      {opened.error && <Link to="/approvals">Sign in, and see what waits</Link>}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.title = 'Decide · Assize';
  }, []);
  return (
    <main className={styles.frame}>
      <header className={styles.head}>
        <img src="/assets/assize.svg" alt="" width={32} height={32} />
        <h1>Your decision</h1>
      </header>
      {children}
    </main>
  );
}

interface ShownProps {
  token: string;
  opened: Opened;
  onSignedIn: () => void;
}

function Shown({ token, opened, onSignedIn }: ShownProps) {
  const { approval, evaluation, member, tenant, environment } = opened;
  const decide = useMutation({
    mutationFn: ({ decision, comment }: { decision: Decision; comment: string }) =>
      auth<Approval>('/decision-link/decide', { token, decision, ...(comment !== '' && { comment }) }),
  });
  return (
    <>
      <p className={styles.who}>
        You decide as <ForeignText cut limit={80} text={member.name} /> for{' '}
        <ForeignText cut limit={80} text={tenant} />
        {environment === 'sandbox' && ', in the sandbox'}.
      </p>
      {approval === null ? (
        <SignInFirst opened={opened} onSignedIn={onSignedIn} />
      ) : (
        <>
          <Asked approval={decide.data ?? approval} evaluation={evaluation} />
          {decide.data === undefined && approval.status === 'pending' ? (
            <Decide
              isBusy={decide.isPending}
              error={decide.error}
              onDecide={(decision, comment) => decide.mutate({ decision, comment })}
            />
          ) : (
            <Result approval={decide.data ?? approval} mine={decide.variables?.decision} opened={opened} />
          )}
        </>
      )}
    </>
  );
}

interface DecideProps {
  isBusy: boolean;
  error: Error | null;
  onDecide: (decision: Decision, comment: string) => void;
}

function Decide({ isBusy, error, onDecide }: DecideProps) {
  const [comment, setComment] = useState('');
  return (
    <>
      <TextArea
        label="Comment"
        hint="Kept with the evidence. The agent reads it if you reject."
        maxLength={4096}
        value={comment}
        onValue={setComment}
      />
      <div className={styles.bar}>
        {error && (
          <p role="alert" className={styles.error}>
            {error.message}
          </p>
        )}
        <Button wide disabled={isBusy} onClick={() => onDecide('rejected', comment.trim())}>
          Reject
        </Button>
        <Button wide look="primary" busy={isBusy} onClick={() => onDecide('approved', comment.trim())}>
          Approve
        </Button>
      </div>
    </>
  );
}

interface ResultProps {
  approval: Approval;
  /** The decision that this person has just made; undefined where others decided. */
  mine: Decision | undefined;
  opened: Opened;
}

function Result({ approval: { status, required_approvals, decisions }, mine, opened }: ResultProps) {
  const missing = required_approvals - decisions.length;
  const search = opened.environment === 'sandbox' ? ({ env: 'sandbox' } as const) : {};
  return (
    <Notice tone={mine === undefined ? 'warning' : mine === 'approved' ? 'good' : 'neutral'}>
      {mine === undefined ? (
        <p>
          It is decided: <Status status={status} />
        </p>
      ) : (
        <p role="status">
          You {mine} it.
          {status === 'pending' && ` ${missing} more ${missing === 1 ? 'person is' : 'people are'} needed.`}{' '}
          You can close this page.
        </p>
      )}
      <Link to="/approvals/$id" params={{ id: opened.approval_id }} search={search}>
        See it in the dashboard
      </Link>
    </Notice>
  );
}
