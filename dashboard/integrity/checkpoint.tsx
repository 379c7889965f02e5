/** The signed checkpoint: to keep elsewhere, and to compare with one that was kept. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { read, useText } from '../api/read.ts';
import { CodeBlock } from '../ui/code.tsx';
import { ButtonAnchor } from '../ui/forms/button.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';

export function Checkpoint() {
  const environment = useEnvironment();
  const path = '/api/v1/evidence/checkpoint';
  const query = useText(path);
  return (
    <Card title="Checkpoint">
      <Stack>
        <p>
          Save one on another machine from time to time: then no one can rewrite anything before it unnoticed.
        </p>
        <Loaded query={query} lines={3}>
          {(note) => (
            <>
              <CodeBlock text={note} label="Checkpoint" />
              <Row>
                <ButtonAnchor href={prefixOf(environment) + path} download="checkpoint">
                  Download it
                </ButtonAnchor>
              </Row>
            </>
          )}
        </Loaded>
        <Compare />
      </Stack>
    </Card>
  );
}

/** base64url, the form in which the API takes a note. */
function encoded(note: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(note));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function Compare() {
  const environment = useEnvironment();
  const [note, setNote] = useState('');
  const compare = useMutation({
    mutationFn: () => {
      const query = { trusted_checkpoint: encoded(`${note.trim()}\n`) };
      return read(environment, '/api/v1/evidence/verify', { params: { query } });
    },
  });
  return (
    <details>
      <summary>Compare with one that you kept</summary>
      <Form
        onSubmit={() => compare.mutate()}
        sent={compare}
        act="Compare"
        look="secondary"
        disabled={note.trim() === ''}
      >
        <TextArea label="The kept checkpoint" rows={5} value={note} onValue={setNote} />
        {compare.data && (
          <Notice tone={compare.data.valid ? 'good' : 'bad'}>
            {compare.data.valid
              ? 'The chain begins with what you kept, and holds.'
              : 'The chain does not begin with what you kept, or does not hold.'}
          </Notice>
        )}
      </Form>
    </details>
  );
}
