/** Fields of a form that belong together, under one heading. */
import type { ReactNode } from 'react';
import styles from '../field.module.css';

interface FieldsProps {
  legend: ReactNode;
  hint?: ReactNode;
  /** Beside each other, as far as there is room. */
  row?: boolean;
  children: ReactNode;
}

export function Fields({ legend, hint, row = false, children }: FieldsProps) {
  return (
    <fieldset className={styles.fields}>
      <legend>{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={row ? styles.besides : styles.below}>{children}</div>
    </fieldset>
  );
}
