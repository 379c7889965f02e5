/** The steps of a procedure, each done or not. */
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './steps.module.css';

export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

interface StepProps {
  title: ReactNode;
  done: boolean;
  /** The button of the step. */
  act?: ReactNode;
  children?: ReactNode;
}

export function Step({ title, done, act, children }: StepProps) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className={`${styles.step} ${done ? styles.done : ''}`}>
      <Icon aria-hidden className={styles.mark} />
      <div className={styles.body}>
        <h3 className={styles.title}>
          {title}
          {done && <span className="visually-hidden"> (done)</span>}
        </h3>
        {children && <div className={styles.text}>{children}</div>}
        {act}
      </div>
    </li>
  );
}
