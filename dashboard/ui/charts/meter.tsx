/** A whole in its parts, as one bar. The words beside it say the same, so it is only decoration. */
import styles from '../share.module.css';
import type { ChartTone } from './series.ts';

interface MeterProps {
  parts: readonly { tone: ChartTone; value: number }[];
  /** The whole. Default: the sum of the parts. */
  of?: number;
}

export function Meter({ parts, of = parts.reduce((sum, { value }) => sum + value, 0) }: MeterProps) {
  let from = 0;
  return (
    <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.room} width="100" height="6" />
      {parts.map(({ tone, value }) => {
        const width = of > 0 ? (value / of) * 100 : 0;
        from += width;
        return <rect key={tone} className={styles[tone]} x={from - width} width={width} height="6" />;
      })}
    </svg>
  );
}
