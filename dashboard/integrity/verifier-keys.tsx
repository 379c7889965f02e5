/** The keys that sign checkpoints. */
import { useRead } from '../api/read.ts';
import { CodeBlock } from '../ui/code.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';

export function VerifierKeys() {
  const query = useRead('/api/v1/evidence/verifier-keys', {});
  return (
    <Card title="Verifier keys">
      <Loaded query={query} lines={2}>
        {({ keys }) => (
          <Stack>
            <p>
              Copy them to another machine. With their own copy, an auditor knows that a file comes from you.
            </p>
            {keys.map(({ vkey, valid_from: from, valid_until: until }) => (
              <div key={vkey}>
                <CodeBlock text={vkey} label="Verifier key" />
                <small>
                  Valid from <Moment time={from} />
                  {until && (
                    <>
                      {' '}
                      until <Moment time={until} />
                    </>
                  )}
                </small>
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
