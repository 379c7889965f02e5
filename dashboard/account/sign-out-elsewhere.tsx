/** Ends the sessions on other devices, or all of them. */
import { useState } from 'react';
import { auth, signOut } from '../sign-in/auth.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Card, Row } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';

type Asked = 'others' | 'all' | null;

export function SignOutElsewhere() {
  const [asked, setAsked] = useState<Asked>(null);
  const confirm = async () => {
    await auth('/revoke-other-sessions', {});
    if (asked === 'all') await signOut();
    else toast('You are signed out everywhere else');
  };
  return (
    <Card title="Sessions">
      <div className={styles.stack}>
        <p>A session ends after 12 hours without use, and after 7 days in any case.</p>
        <Row>
          <Button onClick={() => setAsked('others')}>Sign out everywhere else…</Button>
          <Button onClick={() => setAsked('all')}>Sign out everywhere…</Button>
        </Row>
      </div>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'all' ? 'Sign out everywhere?' : 'Sign out everywhere else?'}
        description="Do this when a device is lost, or someone else may have signed in as you; then change your password, too."
        act="Sign out"
        onConfirm={confirm}
      />
    </Card>
  );
}
