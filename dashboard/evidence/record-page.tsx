/** One record: the request, the verdict and its reasons, and the proof that it is unaltered. */
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ArtifactInFull } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { SessionLink } from '../sessions/session-link.tsx';
import { sessionIn } from '../sessions/session-of.ts';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { Id, JsonBlock } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { formatCount } from '../ui/money.ts';
import { ApprovalLink, RecordLink } from '../ui/navigation/links.tsx';
import { Card, Columns, Facts, Page, Row, Stack } from '../ui/page.tsx';
import { Loaded, lazily, Notice, Skeleton } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';
import { IdentityFacts, identityIn } from './identity.tsx';
import { Laws } from './law-list.tsx';
import { lawsIn } from './laws.ts';
import { typeName } from './search.ts';

const ProofCard = lazily(() => import('./proof-card.tsx'), 'ProofCard', <Skeleton lines={6} />);
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
      actions={canRedact && <Button onClick={() => setRedacting(true)}>Redact…</Button>}
    >
      <Loaded query={query}>{(record) => <Whole record={record} />}</Loaded>
      {redacting && <Redact id={id} onClose={() => setRedacting(false)} />}
    </Page>
  );
}

function Whole({ record }: { record: ArtifactInFull }) {
  const { payload, salt, verdict } = record;
  return (
    <>
      <Row>
        <span>{typeName(record.artifact_type)}</span>
        {verdict && <Finding found={verdict as VerdictName} />}
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
          <LawsOf payload={payload} />
          <AskedBy payload={payload} />
          {payload && (
            <Card title="Payload">
              <JsonBlock value={payload} label="Payload" />
            </Card>
          )}
        </Stack>
        <Stack>
          <ProofCard record={record} />
          <Place record={record} />
        </Stack>
      </Columns>
    </>
  );
}

function LawsOf({ payload }: { payload: ArtifactInFull['payload'] }) {
  const laws = lawsIn(payload);
  if (laws.length === 0) return null;
  return (
    <Card title="The laws">
      <Laws laws={laws} />
    </Card>
  );
}

function AskedBy({ payload }: { payload: ArtifactInFull['payload'] }) {
  const identity = identityIn(payload);
  if (identity === null) return null;
  return (
    <Card title="Who asked">
      <IdentityFacts identity={identity} />
    </Card>
  );
}

const FIELDS = { approval_id: 'Approval', escalation_id: 'Approval', evaluation_id: 'Evaluation' } as const;

/** Finds ids of other things in a payload by their prefix. */
function linksIn(payload: ArtifactInFull['payload']): Record<string, ReactNode> {
  const found = Object.entries(FIELDS).flatMap(([field, name]) => {
    const value = payload?.[field];
    if (typeof value !== 'string') return [];
    const id = value.replace(/^esc_/, 'apr_');
    if (id.startsWith('apr_')) return [[name, <ApprovalLink key={id} id={id} />] as const];
    return id.startsWith('ev_') ? [[name, <RecordLink key={id} id={id} />] as const] : [];
  });
  return Object.fromEntries(found);
}

function Place({ record }: { record: ArtifactInFull }) {
  const session = sessionIn(record.payload);
  return (
    <Card title="Its place in the chain">
      <Facts
        facts={{
          Position: formatCount(record.index),
          Actor: <ForeignText limit={120} text={record.actor} />,
          ...linksIn(record.payload),
          Session: session && (
            <SessionLink id={session.id} agentId={session.agentId} call={record.id}>
              <ForeignText cut limit={80} text={session.id} />
            </SessionLink>
          ),
          Record: <Id copy>{record.id}</Id>,
          Hash: <Id copy>{record.hash}</Id>,
          'Hash before': <Id>{record.previous_hash}</Id>,
          Commitment: <Id>{record.payload_commitment}</Id>,
        }}
      />
    </Card>
  );
}
