/** Keys that work on every page: `g` and a letter go to a page, `?` lists them all. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
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
  useShortcuts(useMemo(() => ({ '?': () => setIsListed(true) }), []));
  return isListed && <KeyboardHelp onClose={() => setIsListed(false)} />;
}
