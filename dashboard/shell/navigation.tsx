/** The links to every page: beside the page, or below it on a phone. */
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { type Entry, GROUPS, TABS } from './pages.ts';
import styles from './shell.module.css';

const MOST_COUNTED = 99;

/** The number of actions that wait for a person. */
function useWaiting(): number {
  const { data } = useRead('/api/v1/approvals', { params: { query: { status: 'pending', limit: 1 } } });
  return data?.total ?? 0;
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

interface EntryLinkProps {
  entry: Entry;
  className: string | undefined;
  waiting: number;
  onGo?: (() => void) | undefined;
}

function EntryLink({ entry: { to, name, Icon }, className, waiting, onGo }: EntryLinkProps) {
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      onClick={onGo}
    >
      <Icon aria-hidden />
      {name}
      {to === '/approvals' && <Waiting count={waiting} />}
    </Link>
  );
}

export function Navigation({ onGo }: { onGo?: () => void }) {
  const waiting = useWaiting();
  return (
    <nav aria-label="Pages" className={styles.drawer}>
      {GROUPS.map(({ name, entries }) => (
        <div key={name} className={styles.group}>
          <h2>{name}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.to}>
                <EntryLink entry={entry} className={styles.entry} waiting={waiting} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function TabBar() {
  const waiting = useWaiting();
  return (
    <nav aria-label="Main pages" className={styles.tabs}>
      {TABS.map((entry) => (
        <EntryLink key={entry.to} entry={entry} className={styles.tab} waiting={waiting} />
      ))}
    </nav>
  );
}
