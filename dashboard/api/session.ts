/**
 * Whether the session still holds. When it ends, the page stays and asks to sign in on top of it: nothing typed is
 * lost.
 */
import { useSyncExternalStore } from 'react';

let ended = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (ended === next) return;
  ended = next;
  for (const listener of listeners) listener();
}

/** Called when an answer says that the session has ended. */
export function sessionEnded(): void {
  set(true);
}

export function sessionRenewed(): void {
  set(false);
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended,
  );
}
