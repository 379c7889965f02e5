/** Your own absence, and who decides for you meanwhile. */
import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { AwayDialog, AwayUntil, EndAbsence } from '../../members/away/away-dialog.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';

export function OutOfOffice() {
  const query = useRead('/api/v1/members/{member_id}/stand-in', { params: { path: { member_id: 'me' } } });
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Out of office">
      <Loaded query={query} lines={2}>
        {({ away, choices }) => (
          <Stack>
            {away === null ? (
              <p>While you are away, another member can decide on approvals for you.</p>
            ) : (
              <p>
                <ForeignText
                  cut
                  limit={60}
                  text={choices.find(({ member_id: id }) => id === away.stand_in)?.name ?? away.stand_in}
                />{' '}
                decides for you: <AwayUntil away={away} />.
              </p>
            )}
            <Row>
              <Button onClick={() => setOpen(true)}>{away === null ? 'Name a stand-in…' : 'Change…'}</Button>
              {away !== null && <EndAbsence memberId="me" label="I am back" />}
            </Row>
          </Stack>
        )}
      </Loaded>
      {isOpen && <AwayDialog memberId="me" name={null} onClose={() => setOpen(false)} />}
    </Card>
  );
}
