/** Finds out whether messages can be sent to a channel or a sink now. */
import type { UseMutationResult } from '@tanstack/react-query';
import type { TestedReceiver } from '../../client/api.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

interface TestReceiverProps {
  /** The kind of thing that is tested, on the button. */
  noun: string;
  test: UseMutationResult<TestedReceiver, Error, unknown>;
  /** Says what a test does. */
  children: string;
}

export function TestReceiver({ noun, test, children }: TestReceiverProps) {
  return (
    <Card
      title="Test"
      actions={
        <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
          Test the {noun}
        </Button>
      }
    >
      <Stack>
        <p>{children}</p>
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
