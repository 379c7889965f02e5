/** The frame of the pages before sign-in: one narrow box in the middle. */
import { type ReactNode, useEffect } from 'react';
import styles from './sign-in.module.css';

export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Assize`;
  }, [title]);
  return (
    <main className={styles.door}>
      <div className={styles.box}>
        <img src="/assets/assize.svg" alt="" width={40} height={40} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
