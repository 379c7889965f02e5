/** The findings of laws, each with its reason. */
import { Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import styles from './evidence.module.css';
import type { LawFinding } from './laws.ts';

export function Laws({ laws }: { laws: readonly Omit<LawFinding, 'details'>[] }) {
  return (
    <div className={styles.laws}>
      {laws.map(({ id, name, result, reason }) => (
        <div key={id} className={styles.law}>
          <Finding found={result} />
          <strong>{name}</strong>
          <p>
            <ForeignText text={reason} />
          </p>
        </div>
      ))}
    </div>
  );
}
