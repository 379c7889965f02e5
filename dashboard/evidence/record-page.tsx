/** One record: the request, the verdict and its reasons, and the proof that it is unaltered. */
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ArtifactInFull } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { LawResult, Verdict, type VerdictName } from '../ui/badge.tsx';
import { Id, JsonBlock } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Columns, Facts, Page, Row, Stack } from '../ui/page.tsx';
import { Loaded, Notice, Skeleton } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';
import styles from './evidence.module.css';
import { lawsIn } from './laws.ts';
import { typeName } from './search.ts';

const ProofCard = lazy(() => import('./proof-card.tsx').then(({ ProofCard }) => ({ default: ProofCard })));
const Redact = lazy(() => import('./redact.tsx').then(({ Redact }) => ({ default: Redact })));

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
      actions={canRedact && <Button onClick={() => setRedacting(true)}>Redact…</Button>}
    >
      <Loaded query={query}>{(record) => <Whole record={record} />}</Loaded>
      {redacting && (
        <Suspense>
          <Redact id={id} onClose={() => setRedacting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Whole({ record }: { record: ArtifactInFull }) {
  const { payload, salt, verdict } = record;
  return (
    <>
      <Row>
        <span>{typeName(record.artifact_type)}</span>
        {verdict && <Verdict verdict={verdict as VerdictName} />}
        <Moment time={record.created_at} seconds />
      </Row>
      {salt === null && (
        <Notice tone="warning">
          The payload is not here: it was redacted, its retention has ended, or your role does not show it.
          The content of the leaf is still proven.
        </Notice>
      )}
      <Columns>
        <Stack>
          <Laws payload={payload} />
          {payload && (
            <Card title="Payload">
              <JsonBlock value={payload} label="Payload" />
            </Card>
          )}
        </Stack>
        <Stack>
          <Suspense fallback={<Skeleton lines={6} />}>
            <ProofCard record={record} />
          </Suspense>
          <Place record={record} />
        </Stack>
      </Columns>
    </>
  );
}

function Laws({ payload }: { payload: ArtifactInFull['payload'] }) {
  const laws = lawsIn(payload);
  if (laws.length === 0) return null;
  return (
    <Card title="The laws">
      <div className={styles.laws}>
        {laws.map(({ id, name, result, reason }) => (
          <div key={id} className={styles.law}>
            <LawResult result={result} />
            <strong>{name}</strong>
            <p>
              <ForeignText text={reason} />
            </p>
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Finds ids of other things in a payload by their prefix. */
const LINKED: Record<string, (id: string) => React.ReactNode> = {
  apr: (id) => (
    <Link to="/approvals/$id" params={{ id }}>
      <Id>{id}</Id>
    </Link>
  ),
  ev: (id) => (
    <Link to="/evidence/$id" params={{ id }}>
      <Id>{id}</Id>
    </Link>
  ),
};
const FIELDS = { approval_id: 'Approval', escalation_id: 'Approval', evaluation_id: 'Evaluation' } as const;

function linksIn(payload: ArtifactInFull['payload']): Record<string, React.ReactNode> {
  const found = Object.entries(FIELDS).flatMap(([field, name]) => {
    const value = payload?.[field];
    if (typeof value !== 'string') return [];
    const id = value.replace(/^esc_/, 'apr_');
    const link = LINKED[id.split('_')[0] ?? '']?.(id);
    return link === undefined ? [] : [[name, link] as const];
  });
  return Object.fromEntries(found);
}

function Place({ record }: { record: ArtifactInFull }) {
  return (
    <Card title="Its place in the chain">
      <Facts
        facts={{
          Position: record.index.toLocaleString('en'),
          Actor: <ForeignText limit={120} text={record.actor} />,
          ...linksIn(record.payload),
          Record: <Id copy>{record.id}</Id>,
          Hash: <Id copy>{record.hash}</Id>,
          'Hash before': <Id>{record.previous_hash}</Id>,
          Commitment: <Id>{record.payload_commitment}</Id>,
        }}
      />
    </Card>
  );
}
