/**
 * Keys that work on every page: `g` and a letter go to a page, `j` and `k` move through its lists, `?` lists them all.
 */
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { moveThroughRows } from '../ui/lists/rows.ts';
import { useSequence, useShortcuts } from '../ui/shortcuts.ts';
import { lazily } from '../ui/state.tsx';
import { GROUPS } from './pages.ts';

const KeyboardHelp = lazily(() => import('./keyboard-help.tsx'), 'KeyboardHelp');

export function Keyboard() {
  const navigate = useNavigate();
  const [isListed, setIsListed] = useState(false);
  const pages = useMemo(() => {
    const entries = GROUPS.flatMap((group) => group.entries);
    return Object.fromEntries(entries.map(({ key, to }) => [key, () => void navigate({ to })]));
  }, [navigate]);
  useSequence('g', pages);
  const keys = useMemo(
    () => ({ j: () => moveThroughRows(1), k: () => moveThroughRows(-1), '?': () => setIsListed(true) }),
    [],
  );
  useShortcuts(keys);
  return isListed && <KeyboardHelp onClose={() => setIsListed(false)} />;
}
