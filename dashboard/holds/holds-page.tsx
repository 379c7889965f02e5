/** Evidence that legal holds keep, and evidence that was removed because it named a person. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { Button } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Erase } from './erase.tsx';
import { Erasures } from './erasures.tsx';
import { Holds } from './holds.tsx';
import { SetHold } from './set-hold.tsx';

export function HoldsPage() {
  const [asked, setAsked] = useState<'hold' | 'erase'>();
  const { write, manage } = useMay();
  const close = () => setAsked(undefined);
  return (
    <Page
      title="Holds and erasures"
      lead="A legal hold keeps evidence from retention, redaction and erasure. An erasure removes every record that names one person, and is certified."
      actions={
        <>
          {manage && <Button onClick={() => setAsked('hold')}>Set a hold…</Button>}
          {write && <Button onClick={() => setAsked('erase')}>Erase a person…</Button>}
        </>
      }
    >
      <Holds below={<Erasures />} />
      {asked === 'hold' && <SetHold onClose={close} />}
      {asked === 'erase' && <Erase onClose={close} />}
    </Page>
  );
}
