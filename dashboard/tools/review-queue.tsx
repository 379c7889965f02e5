/** Entries that wait for a person: new proposals, and tools whose definition has changed since they were accepted. */
import { useState } from 'react';
import type { Tool } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Empty, Loaded, type Loading, lazily, Notice, Skeleton } from '../ui/state.tsx';
import { toast } from '../ui/toast.tsx';
import { EntryWords, Reasons } from './entry.tsx';
import { nameOf } from './name.ts';
import { EditReturns } from './returns.tsx';
import styles from './tools.module.css';

// The diff library is loaded with the first difference.
const Changed = lazily(() => import('./changed.tsx'), 'Changed', <Skeleton lines={3} />);

const MOST = 100;

/** Changed entries come first: until they are reviewed, their tools are unlisted. */
function useProposed(): Loading<Tool[]> {
  const of = (status: 'proposed' | 'changed') => ({ params: { query: { status, limit: MOST } } });
  const proposed = useRead('/api/v1/tools', of('proposed'));
  const changed = useRead('/api/v1/tools', of('changed'));
  return {
    data: proposed.data && changed.data ? [...changed.data.items, ...proposed.data.items] : undefined,
    error: proposed.error ?? changed.error,
    isPending: proposed.isPending || changed.isPending,
    refetch: () => Promise.all([proposed.refetch(), changed.refetch()]),
  };
}

interface Review {
  accept: readonly Tool[];
  reject: readonly Tool[];
}

export function ReviewQueue() {
  const query = useProposed();
  const { manage } = useMay();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<string | null>(null);
  const review = useWrite(
    (api, { accept, reject }: Review) =>
      api.POST('/api/v1/tools/review', {
        body: {
          // The hash says which entry the person saw, so an entry that changed meanwhile is not accepted
          // unseen.
          accept: accept.map(({ tool_id, hash }) => ({ tool_id, hash })),
          reject: reject.map(({ tool_id }) => tool_id),
        },
      }),
    ['/api/v1/tools', '/api/v1/judgement/report'],
  );
  const send = (wanted: Review) =>
    review.mutate(wanted, {
      onSuccess: ({ notice }) => {
        setPicked(new Set());
        if (notice !== null) setNotice(notice);
        toast('The catalogue is changed', 'It takes effect on every node within a second.');
      },
    });
  const pick = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <Loaded query={query}>
      {(tools) => {
        const chosen = tools.filter(({ tool_id: id }) => picked.has(id));
        return (
          <>
            {review.error && <Notice tone="bad">{review.error.message}</Notice>}
            {notice !== null && <Notice tone="warning">{notice}</Notice>}
            {tools.length === 0 && (
              <Empty title="Nothing to review">
                Entries appear here when you import tools, or when the definition of a tool has changed.
              </Empty>
            )}
            {manage && tools.length > 1 && (
              <div className={styles.bar}>
                <Button onClick={() => setPicked(new Set(tools.map(({ tool_id: id }) => id)))}>
                  Select all
                </Button>
                <Button
                  look="primary"
                  disabled={chosen.length === 0}
                  busy={review.isPending}
                  onClick={() => send({ accept: chosen, reject: [] })}
                >
                  Accept {chosen.length}
                </Button>
                <Button
                  disabled={chosen.length === 0}
                  busy={review.isPending}
                  onClick={() => send({ accept: [], reject: chosen })}
                >
                  Reject {chosen.length}
                </Button>
              </div>
            )}
            <ul className={styles.queue}>
              {tools.map((tool) => (
                <li key={tool.tool_id}>
                  <Item
                    tool={tool}
                    isPicked={picked.has(tool.tool_id)}
                    onPick={() => pick(tool.tool_id)}
                    onReview={manage && !review.isPending ? send : null}
                  />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}

interface ItemProps {
  tool: Tool;
  isPicked: boolean;
  onPick: () => void;
  /** null: not now, or not for this person. */
  onReview: ((review: Review) => void) | null;
}

function Item({ tool, isPicked, onPick, onReview }: ItemProps) {
  const name = nameOf(tool.entry);
  return (
    <article className={styles.item}>
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={`Select ${name}`}
        checked={isPicked}
        onChange={onPick}
        disabled={onReview === null}
      />
      <div className={styles.body}>
        <h2>
          <ForeignText limit={120} text={name} />{' '}
          {tool.status === 'changed' && <Badge tone="warning">changed since it was accepted</Badge>}
        </h2>
        <EntryWords entry={tool.entry} />
        <Reasons entry={tool.entry} />
        {tool.status === 'changed' && <Changed tool={tool} />}
      </div>
      {onReview !== null && (
        <div className={styles.acts}>
          <EditReturns tool={tool} />
          <Button onClick={() => onReview({ accept: [], reject: [tool] })}>Reject</Button>
          <Button look="primary" onClick={() => onReview({ accept: [tool], reject: [] })}>
            Accept
          </Button>
        </div>
      )}
    </article>
  );
}
