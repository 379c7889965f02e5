/** The change of a figure against the period before. */
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { formatChange, formatCount } from '../money.ts';
import styles from '../share.module.css';

interface DeltaProps {
  now: number;
  /** The same figure in the period before; null where it is unknown. */
  before: number | null;
  /** Whether more of it is better. Default: neither. */
  more?: 'better' | 'worse';
}

export function Delta({ now, before, more }: DeltaProps) {
  if (before === null) return null;
  const change = now - before;
  const Icon = change === 0 ? ArrowRight : change > 0 ? ArrowUp : ArrowDown;
  const isBetter = more !== undefined && change > 0 === (more === 'better');
  const tone = change === 0 || more === undefined ? '' : isBetter ? styles.better : styles.worse;
  // From nothing there is no share to tell.
  const text = change === 0 ? 'as before' : before === 0 ? 'from 0' : formatChange(change / before);
  return (
    <span className={`${styles.delta} ${tone}`} title={`${formatCount(before)} in the period before`}>
      <Icon aria-hidden />
      {text}
    </span>
  );
}
