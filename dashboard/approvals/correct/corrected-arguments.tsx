/** Says that a person corrected the arguments, and how. */
import type { Approval } from '../../../client/api.ts';
import { Party } from '../../members/party.tsx';
import { RecordLink } from '../../ui/navigation/links.tsx';
import { Card, Stack } from '../../ui/page.tsx';
import { Changes } from './changes.tsx';

type Corrected = NonNullable<Approval['corrected']>;

export function CorrectedArguments({
  corrected: { by, changed, evidence_id: id },
}: {
  corrected: Corrected;
}) {
  return (
    <Card title="Corrected arguments">
      <Stack>
        <p>
          {by === null ? 'A person' : <Party id={by} />} corrected the call before approving it. Only the
          corrected call may run (<RecordLink id={id}>its record</RecordLink>).
        </p>
        {changed === null ? (
          <p>The payload of this evaluation was removed, or your role does not show it.</p>
        ) : (
          <Changes changed={changed} />
        )}
      </Stack>
    </Card>
  );
}
