/** Opens the palette: a button above every page, and Ctrl or Command with K, also while someone types. */
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { lazily } from '../../ui/state.tsx';
import styles from './palette.module.css';

const Palette = lazily(() => import('./palette.tsx'), 'Palette');
const HaltDialog = lazily(() => import('../halt-dialog.tsx'), 'HaltDialog');
const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

export function OpenPalette() {
  const [open, setOpen] = useState<'palette' | 'halt' | null>(null);
  const close = () => setOpen(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // Otherwise the browser takes it; an editor would delete to the end of the line.
      event.preventDefault();
      event.stopPropagation();
      // A dialog may hold half of a form.
      if (document.querySelector('[role="dialog"]') === null) setOpen('palette');
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
  return (
    <>
      <Button
        className={styles.opener}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <Search aria-hidden />
        <span>Go to, or act</span>
        <kbd aria-hidden>{KEYS}</kbd>
      </Button>
      {open === 'palette' && <Palette onClose={close} onHalt={() => setOpen('halt')} />}
      {open === 'halt' && <HaltDialog onClose={close} />}
    </>
  );
}
