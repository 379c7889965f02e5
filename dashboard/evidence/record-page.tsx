/** One record: the request, the verdict and its reasons, what led to it, and the proof that it is unaltered. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { IncidentFrom } from '../incidents/open-incident.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Columns, Page, Stack } from '../ui/page.tsx';
import { Loaded, lazily } from '../ui/state.tsx';
import { RecordHead, RecordProof, RecordSays } from './record/contents.tsx';
import { TrailCard } from './record/trail.tsx';
import { typeName } from './search.ts';

const Redact = lazily(() => import('./redact.tsx'), 'Redact');

export function RecordPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useRead('/api/v1/evidence/{id}', { params: { path: { id } } });
  const [redacting, setRedacting] = useState(false);
  const { write } = useMay();
  const canRedact = write && query.data?.salt !== null && query.data !== undefined;
  return (
    <Page
      title="Record"
      heading={
        query.data && (
          <ForeignText limit={160} text={query.data.action ?? typeName(query.data.artifact_type)} />
        )
      }
      back={<Link to="/evidence">All evidence</Link>}
      lead={<IncidentFrom record={id} />}
      actions={canRedact && <Button onClick={() => setRedacting(true)}>Redact…</Button>}
    >
      <Loaded query={query}>
        {(record) => (
          <>
            <RecordHead record={record} />
            <Columns>
              <Stack>
                <RecordSays record={record} />
              </Stack>
              <Stack>
                <TrailCard id={id} beside={false} />
                <RecordProof record={record} />
              </Stack>
            </Columns>
          </>
        )}
      </Loaded>
      {redacting && <Redact id={id} onClose={() => setRedacting(false)} />}
    </Page>
  );
}
