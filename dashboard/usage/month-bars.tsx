/** One meter by month, as horizontal bars: the names of months have room, and each bar has its number beside it. */
import type { UsageSummary } from '../../client/api.ts';
import { Share } from '../ui/charts/share.tsx';
import { formatCount } from '../ui/money.ts';
import { METERS, type Meter, monthNamed, monthOf } from './figures.ts';
import styles from './usage.module.css';

export function MonthBars({ items, meter }: { items: readonly UsageSummary[]; meter: Meter }) {
  const most = Math.max(1e-9, ...items.map(({ usage }) => usage[meter].used));
  return (
    <ol className={styles.months} aria-label={`${METERS[meter]} by month, newest first`}>
      {items.map((item) => (
        <li key={monthOf(item)} className={styles.month}>
          <span>{monthNamed(item)}</span>
          <Share used={item.usage[meter].used} of={most} plain />
          <span className={styles.number}>{formatCount(item.usage[meter].used)}</span>
        </li>
      ))}
    </ol>
  );
}
