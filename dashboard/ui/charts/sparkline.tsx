/** A figure's course as a small line without axes. The figure beside it says the same, so it is only decoration. */
import chart from '../chart.module.css';
import styles from '../share.module.css';
import type { ChartTone } from './series.ts';

interface SparklineProps {
  /** Over time; null where it is unknown. */
  values: readonly (number | null)[];
  tone?: ChartTone;
}

const HEIGHT = 32;
const WIDTH = 100;
const EDGE = 2;

export function Sparkline({ values, tone = 'accent' }: SparklineProps) {
  const known = values.map((value) => value ?? 0);
  if (known.length < 2) return <svg className={styles.spark} aria-hidden />;
  const most = Math.max(...known, 0) || 1;
  const least = Math.min(...known, 0);
  const points = known.map((value, place) => {
    const x = (place / (known.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      className={`${styles.spark} ${chart[tone]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon className={styles.sparkArea} points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline className={styles.sparkLine} points={points.join(' ')} />
    </svg>
  );
}
