/** Parts of the frame beside the pages; on a phone they are in its menu. */
import { Link } from '@tanstack/react-router';
import { CircleUser } from 'lucide-react';
import { useEnvironment } from '../api/environment.ts';
import { useMe } from '../api/me.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import styles from './shell.module.css';

const ENVIRONMENTS = { production: 'Production', sandbox: 'Sandbox' } as const;

export function EnvironmentSwitch() {
  const here = useEnvironment();
  return (
    <nav className={styles.environments} aria-label="Environment">
      {Object.entries(ENVIRONMENTS).map(([environment, name]) => (
        <Link
          key={environment}
          to="."
          search={(previous) => ({ ...previous, env: environment === 'sandbox' ? environment : undefined })}
          className={styles.environment}
          data-here={environment === here}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The person who is signed in, with a link to their own page. */
export function Person({ onGo }: { onGo?: () => void }) {
  const me = useMe();
  if (me === null) return null;
  return (
    <Link to="/account" className={styles.person} onClick={onGo}>
      <CircleUser aria-hidden size={22} />
      <span>
        <ForeignText oneLine text={me.name} />
        <small>{me.role ?? 'API key'}</small>
      </span>
    </Link>
  );
}
