/** Says on every page that a change the person has just asked for waits for a second person, with the way to its approval. */
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { heldChange, listenToHeld, noteHeld } from '../api/held.ts';
import { Button } from '../ui/forms/button.tsx';
import { Row } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import styles from './second-person.module.css';

export function WaitingChange() {
  const id = useSyncExternalStore(listenToHeld, heldChange);
  if (id === null) return null;
  const close = () => noteHeld(null);
  return (
    <div className={styles.waiting}>
      <Notice tone="warning" action={<Button onClick={close}>Close</Button>}>
        <Row>
          Waiting for a second person: your change is made once they have approved it.
          <Link to="/approvals/$id" params={{ id }} onClick={close}>
            See what waits
          </Link>
        </Row>
      </Notice>
    </div>
  );
}
