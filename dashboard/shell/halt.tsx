/** Stops every agent from any page, after a confirmation, and says so while they are stopped. */
import { Link } from '@tanstack/react-router';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { lazily } from '../ui/state.tsx';
import styles from './shell.module.css';

const HaltDialog = lazily(() => import('./halt-dialog.tsx'), 'HaltDialog');

function useHaltOfAll() {
  const { data } = useRead('/api/v1/core/halts', { params: { query: { status: 'in_force', limit: 100 } } });
  return data?.items.find(({ agent_id }) => agent_id === null) ?? null;
}

export function HaltEverything() {
  const [open, setOpen] = useState(false);
  const { manage } = useMay();
  const halted = useHaltOfAll() !== null;
  if (!manage || halted) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <OctagonX aria-hidden />
        Halt everything
      </Button>
      {open && <HaltDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export function HaltBanner() {
  const halt = useHaltOfAll();
  if (halt === null) return null;
  return (
    <div className={`${styles.banner} ${styles.halted}`} role="status">
      Every agent is halted. <Link to="/agents">See why, or lift the halt</Link>
    </div>
  );
}
