/**
 * One item beside its list; where there is no room beside it, over the page. The list stays in use: `j` and `k` go on
 * moving in it. `Escape` closes the panel.
 */
import { X } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { Button } from '../forms/button.tsx';
import { useShortcuts } from '../shortcuts.ts';
import styles from './lists.module.css';

/** A list, and the panel beside it while one is open. */
export function Beside({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.beside} data-open={panel ? true : undefined}>
      <div>{children}</div>
      {panel}
    </div>
  );
}

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** Buttons before the one that closes it, such as a link to the whole page. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SidePanel({ title, onClose, actions, children }: SidePanelProps) {
  const id = useId();
  useShortcuts(useMemo(() => ({ Escape: onClose }), [onClose]));
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {actions}
        <Button look="quiet" size="small" onClick={onClose} aria-label="Close the panel">
          <X aria-hidden />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className={styles.panelBody} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}
