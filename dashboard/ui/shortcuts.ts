/** Keys that do something while no field is being typed in. */
import { useEffect } from 'react';

/** By the key pressed, such as `j` or `Enter`. Hand in the same object while nothing changes. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPED_IN = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a, summary, [role="button"], [role="tab"]';

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target as Element;
      if (target.closest(TYPED_IN) || document.querySelector('[role="dialog"]')) return;
      // These have a meaning of their own for Enter and the space bar.
      if (target.closest(PRESSED) && (event.key === 'Enter' || event.key === ' ')) return;
      const act = shortcuts[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [shortcuts]);
}
