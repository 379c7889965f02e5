/**
 * A list that keeps only its visible rows in the page. Records are read a hundred at a time, as the reader gets to
 * them: a jump to the middle of a million reads that page alone.
 */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Artifact } from '../../client/api.ts';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { formatCount } from '../ui/money.ts';
import { Empty, Loaded } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';
import styles from './evidence.module.css';
import { type ArtifactType, typeName } from './search.ts';
import { useEvidence } from './use-evidence.ts';

const PAGE = 100;
const ROW_HEIGHT = 57;
const OVERSCAN = 12;
/** No browser can make an element tall enough for more rows. */
const MOST_ROWS = 200_000;
const NEWER_EVERY_MS = 15_000;

interface Filter {
  artifact_type?: ArtifactType;
  action?: string;
  verdict?: VerdictName;
  from_date: string;
}

interface EvidenceListProps {
  filter: Filter;
  /** The end of the list, ms since the epoch. */
  until: number;
  /** Whether the end is the present. */
  isMoving: boolean;
  onRenew: () => void;
}

export function EvidenceList({ filter, until, isMoving, onRenew }: EvidenceListProps) {
  const search = useSearchPage();
  const pinned = { ...filter, to_date: new Date(until).toISOString() };
  const first = useQuery({
    ...search({ ...pinned, limit: PAGE, offset: 0 }),
    placeholderData: keepPreviousData,
  });
  const newer = useQuery({
    ...search({ ...filter, from_date: pinned.to_date, limit: 1, offset: 0 }),
    placeholderData: keepPreviousData,
    refetchInterval: NEWER_EVERY_MS,
    enabled: isMoving,
  });
  const more = newer.data?.total ?? 0;
  return (
    <Loaded query={first} lines={10}>
      {({ total }) => (
        <section aria-label="Records" className={styles.list}>
          <div className={styles.head}>
            <p>{formatCount(total)} records</p>
            {isMoving && more > 0 && (
              <Button size="small" onClick={onRenew}>
                {formatCount(more)} new
              </Button>
            )}
          </div>
          {total === 0 ? (
            <Empty title="No record matches">Remove a filter, or choose a longer time.</Empty>
          ) : (
            <Rows filter={pinned} total={Math.min(total, MOST_ROWS)} />
          )}
          {total > MOST_ROWS && <p className={styles.coming}>Choose an earlier time to see older records.</p>}
        </section>
      )}
    </Loaded>
  );
}

function useSearchPage() {
  const evidence = useEvidence();
  // Recorded evidence does not change.
  return (body: Parameters<typeof evidence>[0]) => ({ ...evidence(body), staleTime: 5 * 60_000 });
}

function Rows({ filter, total }: { filter: Filter & { to_date: string }; total: number }) {
  const search = useSearchPage();
  const place = useRef<HTMLDivElement>(null);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: place.current?.offsetTop ?? 0,
  });
  const shown = rows.getVirtualItems();
  const pages = [...new Set(shown.map(({ index }) => Math.floor(index / PAGE)))];
  const found = useQueries({
    queries: pages.map((page) => search({ ...filter, limit: PAGE, offset: page * PAGE })),
  });
  const itemAt = (index: number): Artifact | undefined =>
    found[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE];
  return (
    <div ref={place} className={styles.rows} style={{ height: rows.getTotalSize() }}>
      <ol>
        {shown.map(({ index, start, size }) => (
          <li
            key={index}
            className={styles.row}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ height: size, transform: `translateY(${start - rows.options.scrollMargin}px)` }}
          >
            <Row item={itemAt(index)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Row({ item }: { item: Artifact | undefined }) {
  if (item === undefined) return <span className={styles.coming}>…</span>;
  const { id, action, artifact_type: type, verdict, created_at: at } = item;
  return (
    <Link to="/evidence/$id" params={{ id }} className={styles.link}>
      <span className={styles.what}>
        <ForeignText oneLine text={action ?? typeName(type)} />
        <small>{typeName(type)}</small>
      </span>
      {verdict && <Finding found={verdict as VerdictName} />}
      <span className={styles.when}>
        <Moment time={at} seconds />
      </span>
    </Link>
  );
}
