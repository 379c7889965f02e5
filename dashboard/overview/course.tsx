/** A figure's change against the period before, and its course as a small line. */
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { formatCount } from '../ui/money.ts';
import styles from './overview.module.css';

interface ChangeProps {
  now: number;
  before: number;
  /** Whether more of it is better. Default: neither. */
  more?: 'better' | 'worse';
}

const HUNDRED = 100;

export function Change({ now, before, more }: ChangeProps) {
  if (now === 0 && before === 0) return <span className={styles.change}>nothing to compare yet</span>;
  const change = now - before;
  const Icon = change === 0 ? ArrowRight : change > 0 ? ArrowUp : ArrowDown;
  const isBetter = change > 0 === (more === 'better');
  const tone = change === 0 || more === undefined ? '' : isBetter ? styles.better : styles.worse;
  return (
    <span className={`${styles.change} ${tone}`} title={`${formatCount(before)} in the time before`}>
      <Icon aria-hidden />
      {wordsOf(change, before)}
    </span>
  );
}

/** From nothing there is no share to tell. */
function wordsOf(change: number, before: number): string {
  if (change === 0) return 'as before';
  if (before === 0) return `${formatCount(change)} more`;
  const percent = Math.round((Math.abs(change) / before) * HUNDRED);
  return percent === 0 ? 'hardly changed' : `${formatCount(percent)} %`;
}

const WIDTH = 100;
const HEIGHT = 28;

/** Only decoration: the figure beside it says the same. */
export function CourseLine({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, place) => {
    const x = (place / Math.max(values.length - 1, 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg className={styles.course} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
