/**
 * The second factor: a code from an authenticator at each sign-in by password, and backup codes for when it is lost.
 */
import { useState } from 'react';
import { useMe } from '../api/me.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { WithPassword } from './with-password.tsx';

type FactorDialog = 'enable' | 'codes' | 'disable' | null;

export function SecondFactor() {
  const [asked, setAsked] = useState<FactorDialog>(null);
  const has = useMe()?.has_second_factor ?? null;
  const close = () => setAsked(null);
  return (
    <Card
      title="Second factor"
      actions={has !== null && <Badge tone={has ? 'good' : 'warning'}>{has ? 'On' : 'Off'}</Badge>}
    >
      <Stack>
        <p>
          After your password you type the six digits that an authenticator app shows. A stolen password is
          then useless on its own.
        </p>
        <Row>
          {has !== true && (
            <Button look="primary" onClick={() => setAsked('enable')}>
              Set up a second factor
            </Button>
          )}
          {has !== false && (
            <>
              <Button onClick={() => setAsked('codes')}>New backup codes…</Button>
              <Button look="quiet" onClick={() => setAsked('disable')}>
                Turn off…
              </Button>
            </>
          )}
        </Row>
      </Stack>
      {asked === 'enable' && <SecondFactorSetup onClose={close} />}
      {asked === 'codes' && <WithPassword kind="codes" onClose={close} />}
      {asked === 'disable' && <WithPassword kind="disable" onClose={close} />}
    </Card>
  );
}
