/** Keyboard shortcuts that work while no field is being typed in. */
import { useEffect } from 'react';

/** By the key pressed, such as `j` or `Enter`. Pass the same object while nothing changes. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPED_IN = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a, summary, [role="button"], [role="tab"]';

/** How soon the second key of two must follow the first. */
const SECOND_WITHIN_MS = 1500;

/** Whether a key is meant for the page, and not for a field or a dialog. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  // An editor in a shadow root shows up only in the path.
  const target = event.composedPath()[0] as Element;
  if (target.closest?.(TYPED_IN) || document.querySelector('[role="dialog"], [role="menu"]')) return false;
  // These use Enter and the space bar themselves.
  return !(target.closest?.(PRESSED) && (event.key === 'Enter' || event.key === ' '));
}

function actOn(event: KeyboardEvent, act: (() => void) | undefined): void {
  if (act === undefined) return;
  event.preventDefault();
  act();
}

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isForPage(event)) actOn(event, shortcuts[event.key]);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [shortcuts]);
}

/**
 * Two keys, one after the other. The second one's own meaning is suppressed then. @param seconds by the second key.
 */
export function useSequence(first: string, seconds: Shortcuts): void {
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event) || event.key === 'Shift') return;
      const isSecond = event.timeStamp - pressedAt < SECOND_WITHIN_MS;
      pressedAt = !isSecond && event.key === first ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isSecond) return;
      event.stopImmediatePropagation();
      actOn(event, seconds[event.key]);
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [first, seconds]);
}
