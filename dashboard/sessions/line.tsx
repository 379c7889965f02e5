/** The calls of a session, from the first to the last. */
import { useLocation } from '@tanstack/react-router';
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { formatCount } from '../ui/money.ts';
import { Notice } from '../ui/state.tsx';
import styles from './call.module.css';
import { CallCard } from './call.tsx';
import { Legend } from './chips.tsx';
import { type Call, concerns, dayOf, MOST_SHOWN, shownCalls, threadsOf } from './line.ts';
import { Threads } from './threads.tsx';

export function Line({ calls, isCut }: { calls: readonly Call[]; isCut: boolean }) {
  const { hash } = useLocation();
  const [most, setMost] = useState(MOST_SHOWN);
  const [active, setActive] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownCalls(calls, most, hash), [calls, most, hash]);
  const threads = useMemo(() => threadsOf(shown), [shown]);
  const uses = useMemo(() => Map.groupBy(threads, ({ from }) => from), [threads]);
  const ids = useMemo(() => new Set(calls.map(({ evidence_id: id }) => id)), [calls]);
  const has = useCallback((id: string) => ids.has(id), [ids]);
  const left = calls.length - shown.length;
  useArrival(has(hash) ? hash : null);
  return (
    <section aria-label="Calls" className={styles.section}>
      <div className={styles.legend}>
        <Legend />
      </div>
      {isCut && left === 0 && (
        <Notice>Earlier calls are left out here. Their records are among the evidence.</Notice>
      )}
      {left > 0 && (
        <div>
          <Button onClick={() => setMost(shown.length + MOST_SHOWN)}>
            Show earlier calls ({formatCount(left)})
          </Button>
        </div>
      )}
      <div ref={frame} className={styles.frame}>
        <Threads threads={threads} within={frame} active={active} />
        <p className={styles.sides} aria-hidden>
          <span>Asked for</span>
          <span>Came back</span>
        </p>
        <ol className={styles.line}>
          {shown.map((call, place) => (
            <Fragment key={call.evidence_id}>
              <Day call={call} before={shown[place - 1]} />
              <CallCard
                call={call}
                // The other cards are not drawn again.
                active={concerns(call, active) ? active : null}
                onPoint={setActive}
                has={has}
                isNamed={hash === call.evidence_id}
                uses={uses.get(call.evidence_id)?.length ?? 0}
              />
            </Fragment>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Goes to the call that the address names, once it is there. */
function useArrival(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    const card = document.getElementById(id);
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [id]);
}

/** The date, above the first call of each day. */
function Day({ call, before }: { call: Call; before: Call | undefined }) {
  const day = dayOf(call.at);
  if (before !== undefined && dayOf(before.at) === day) return null;
  return <li className={styles.day}>{day}</li>;
}
