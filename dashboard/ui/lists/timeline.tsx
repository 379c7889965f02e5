/** Events in the order in which they happened, on one line. */
import { Circle } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from '../badge.tsx';
import styles from './lists.module.css';

export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={styles.timeline}>{children}</ol>;
}

interface EventProps {
  title: ReactNode;
  /** When: an `Ago` or a `Moment`. */
  time?: ReactNode;
  tone?: Tone;
  Icon?: ComponentType<{ 'aria-hidden': true }>;
  children?: ReactNode;
}

export function TimelineEvent({ title, time, tone = 'neutral', Icon = Circle, children }: EventProps) {
  return (
    <li className={styles.event}>
      <span className={`${styles.mark} ${tone === 'neutral' ? '' : styles[tone]}`}>
        <Icon aria-hidden />
      </span>
      <div className={styles.eventHead}>
        <div className={styles.eventTitle}>{title}</div>
        {time && <div className={styles.eventTime}>{time}</div>}
      </div>
      {children && <div className={styles.eventBody}>{children}</div>}
    </li>
  );
}
