/** Says briefly that something was done. Errors appear where they happen, not here. */
import { useSyncExternalStore } from 'react';
import styles from './toast.module.css';

const SHOWN_FOR_MS = 6000;

interface Said {
  id: number;
  text: string;
  more: string | undefined;
}

let said: readonly Said[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Said[]): void {
  said = next;
  for (const listener of listeners) listener();
}

/** @param text such as `Approved`. */
export function toast(text: string, more?: string): void {
  last += 1;
  const id = last;
  show([...said, { id, text, more }]);
  setTimeout(() => show(said.filter((each) => each.id !== id)), SHOWN_FOR_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place for toasts; once, for all pages. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => said);
  return (
    <div className={styles.viewport} role="status">
      {shown.map(({ id, text, more }) => (
        <div key={id} className={styles.toast}>
          <p className={styles.title}>{text}</p>
          {more && <p>{more}</p>}
        </div>
      ))}
    </div>
  );
}
