/** Finds out whether messages can be sent by a channel now. */
import type { Channel } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

export function TestChannel({ channel: { id } }: { channel: Channel }) {
  const test = useWrite(
    (api) =>
      api.POST('/api/v1/channels/{channel_id}/test', { params: { path: { channel_id: id } }, body: {} }),
    [],
  );
  return (
    <Card
      title="Test"
      actions={
        <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
          Test the channel
        </Button>
      }
    >
      <Stack>
        <p>A test uses the channel’s own settings and secrets, as every message does.</p>
        {test.error && <Notice tone="bad">{test.error.message}</Notice>}
        {test.data && (
          <div role="status">
            <Notice tone={test.data.works ? 'good' : 'bad'}>
              {test.data.works ? 'It works. ' : 'It does not work. '}
              <ForeignText limit={400} text={test.data.message} />
            </Notice>
          </div>
        )}
      </Stack>
    </Card>
  );
}
