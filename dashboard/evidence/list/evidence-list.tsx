/**
 * The records that match, newest first. Without filters that read payloads their number is known, and a jump to the
 * middle of a million reads that page alone. With such filters the list goes on page by page.
 */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Artifact } from '../../../client/api.ts';
import { Button } from '../../ui/forms/button.tsx';
import { formatCount } from '../../ui/money.ts';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Moment } from '../../ui/time/time.tsx';
import { type SearchBody, useEvidence, useEvidencePages } from '../use-evidence.ts';
import type { EvidenceColumn } from './columns.tsx';
import styles from './list.module.css';
import { Rows, useVisibleRows } from './rows.tsx';

const PAGE = 100;
/** No browser can make an element tall enough for more rows. */
const MOST_ROWS = 200_000;
const NEWER_EVERY_MS = 15_000;
/** Rows before the last one found, at which the next page is read. */
const AHEAD = 30;

interface ListProps {
  filter: SearchBody & { from_date: string };
  /** Whether the filter reads payloads. */
  readsPayloads: boolean;
  /** The end of the list, ms since the epoch. */
  until: number;
  /** Whether the end is the present. */
  isMoving: boolean;
  onRenew: () => void;
  columns: readonly EvidenceColumn[];
  /** The id of the record that is open beside the list. */
  open: string | undefined;
  /** Above the list, at the end of its line. */
  actions: ReactNode;
}

export function EvidenceList({ filter, readsPayloads, until, isMoving, ...shown }: ListProps) {
  const to_date = new Date(until).toISOString();
  const search = useEvidence();
  const newer = useQuery({
    ...search({ ...filter, from_date: to_date, limit: 1 }),
    placeholderData: keepPreviousData,
    refetchInterval: NEWER_EVERY_MS,
    enabled: isMoving,
  });
  const more = isMoving ? (newer.data?.total ?? 0) : 0;
  const List = readsPayloads ? FoundSoFar : Counted;
  // Such a search counts only the records that it found.
  const said = readsPayloads ? 'Show newer ones' : `${formatCount(more)} new`;
  return (
    <List
      {...shown}
      filter={{ ...filter, to_date }}
      renew={
        more > 0 && (
          <Button size="small" onClick={shown.onRenew}>
            {said}
          </Button>
        )
      }
    />
  );
}

interface RecordsProps extends Pick<ListProps, 'columns' | 'open' | 'actions'> {
  filter: SearchBody;
  renew: ReactNode;
}

function Counted({ filter, ...shown }: RecordsProps) {
  const search = useSearchPage();
  const first = useQuery({
    ...search({ ...filter, limit: PAGE, offset: 0 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={first} lines={10}>
      {({ total }) => (
        <Frame {...shown} head={total === 1 ? '1 record' : `${formatCount(total)} records`}>
          {total === 0 ? (
            <NothingMatches />
          ) : (
            <CountedRows filter={filter} total={Math.min(total, MOST_ROWS)} {...shown} />
          )}
          {total > MOST_ROWS && <p className={styles.foot}>Choose an earlier time to see older records.</p>}
        </Frame>
      )}
    </Loaded>
  );
}

function useSearchPage() {
  const evidence = useEvidence();
  // Recorded evidence does not change.
  return (body: SearchBody) => ({ ...evidence(body), staleTime: 5 * 60_000 });
}

interface CountedRowsProps extends Pick<RecordsProps, 'filter' | 'columns' | 'open'> {
  total: number;
}

function CountedRows({ filter, total, columns, open }: CountedRowsProps) {
  const search = useSearchPage();
  const rows = useVisibleRows(total);
  const pages = [...new Set(rows.visible.map(({ index }) => Math.floor(index / PAGE)))];
  const found = useQueries({
    queries: pages.map((page) => search({ ...filter, limit: PAGE, offset: page * PAGE })),
  });
  const itemAt = (index: number): Artifact | undefined =>
    found[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE];
  return <Rows {...rows} columns={columns} itemAt={itemAt} open={open} />;
}

function FoundSoFar({ filter, ...shown }: RecordsProps) {
  const query = useEvidencePages({ ...filter, limit: PAGE });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const last = query.data?.pages.at(-1);
  const goOn = { isBusy: query.isFetchingNextPage, next: () => void query.fetchNextPage() };
  const isWhole = last !== undefined && last.next_cursor === null;
  const isStill = isWhole || goOn.isBusy || query.isFetchNextPageError;
  const count = items.length === 1 ? '1 record' : `${formatCount(items.length)} records`;
  return (
    <Loaded query={query} lines={10}>
      {() => (
        <Frame {...shown} head={isWhole ? count : `${count} so far`}>
          {items.length > 0 && (
            <FoundRows
              items={items}
              {...shown}
              // A page without a match is not followed by itself: the reader says how far to look.
              onEnd={isStill || last?.items.length === 0 ? undefined : goOn.next}
            />
          )}
          {isWhole && items.length === 0 && <NothingMatches />}
          {last !== undefined && !isWhole && <SearchedTo to={last.searched_to} {...goOn} />}
        </Frame>
      )}
    </Loaded>
  );
}

interface FoundRowsProps extends Pick<RecordsProps, 'columns' | 'open'> {
  items: readonly Artifact[];
  /** The reader has come near the end. */
  onEnd: (() => void) | undefined;
}

function FoundRows({ items, onEnd, columns, open }: FoundRowsProps) {
  const rows = useVisibleRows(items.length);
  const lastVisible = rows.visible.at(-1)?.index ?? 0;
  const isNearEnd = lastVisible + AHEAD >= items.length;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  return <Rows {...rows} columns={columns} itemAt={(index) => items[index]} open={open} />;
}

function SearchedTo({ to, isBusy, next }: { to: string | null; isBusy: boolean; next: () => void }) {
  return (
    <p className={styles.foot}>
      <span>
        {to !== null && (
          <>
            Searched back to <Moment time={to} seconds />.
          </>
        )}
      </span>
      <Button size="small" busy={isBusy} onClick={next}>
        Search further back
      </Button>
    </p>
  );
}

interface FrameProps extends Pick<RecordsProps, 'renew' | 'actions'> {
  head: string;
  children: ReactNode;
}

function Frame({ head, renew, actions, children }: FrameProps) {
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <p role="status">{head}</p>
        {renew}
        <span className={styles.actions}>{actions}</span>
      </div>
      {children}
    </div>
  );
}

function NothingMatches() {
  return <Empty title="No record matches">Remove a filter, or choose a longer time.</Empty>;
}
