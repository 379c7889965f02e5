/** The results of several controls as one bar; the words below say the same. */
import styles from './compliance.module.css';
import { foundOf, RESULT_NAMES, type Result } from './results.ts';

export function ResultBar({ summary }: { summary: Record<Result, number> }) {
  const all = RESULT_NAMES.reduce((sum, name) => sum + summary[name], 0);
  const parts = RESULT_NAMES.map((name, at) => {
    const before = RESULT_NAMES.slice(0, at).reduce((sum, each) => sum + summary[each], 0);
    return { name, from: (100 * before) / Math.max(1, all), width: (100 * summary[name]) / Math.max(1, all) };
  });
  return (
    <div className={styles.bar}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        {parts.map(({ name, from, width }) => (
          <rect key={name} className={styles[name]} x={from} width={width} height="8" />
        ))}
      </svg>
      <span className={styles.muted}>{foundOf(summary)}</span>
    </div>
  );
}
