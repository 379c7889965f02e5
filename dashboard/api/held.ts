/** The change of this tab that was held last. */
let held: string | null = null;
const listeners = new Set<() => void>();

/** @param approvalId null once the person has seen it. */
export function noteHeld(approvalId: string | null): void {
  held = approvalId;
  for (const listener of listeners) listener();
}

export function heldChange(): string | null {
  return held;
}

export function listenToHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
