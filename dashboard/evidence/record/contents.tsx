/** The contents of a record, and its proof: the same on its own page and beside the list. */
import type { ReactNode } from 'react';
import type { ArtifactInFull } from '../../../client/api.ts';
import { AgentName, Party } from '../../members/party.tsx';
import { SessionLink } from '../../sessions/session-link.tsx';
import { sessionIn } from '../../sessions/session-of.ts';
import { Finding, type VerdictName } from '../../ui/badge.tsx';
import { Id, JsonBlock } from '../../ui/code.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatCount } from '../../ui/money.ts';
import { ApprovalLink, RecordLink } from '../../ui/navigation/links.tsx';
import { Card, Facts, Row } from '../../ui/page.tsx';
import { lazily, Notice, Skeleton } from '../../ui/state.tsx';
import { Moment } from '../../ui/time/time.tsx';
import { IdentityFacts, identityIn } from '../identity.tsx';
import { Laws } from '../law-list.tsx';
import { lawsIn } from '../laws.ts';
import { typeName } from '../search.ts';
import { actIn, objectIn } from './act.ts';
import { Arguments } from './arguments.tsx';
import { RequestFacts } from './request.tsx';
import { Targets } from './targets.tsx';

const ProofCard = lazily(() => import('../proof-card.tsx'), 'ProofCard', <Skeleton lines={6} />);

interface RecordProps {
  record: ArtifactInFull;
}

export function RecordHead({ record }: RecordProps) {
  const { artifact_type: type, verdict, created_at: at, salt } = record;
  return (
    <>
      <Row>
        <span>{typeName(type)}</span>
        {verdict && <Finding found={verdict as VerdictName} />}
        <Moment time={at} seconds />
      </Row>
      {salt === null && (
        <Notice tone="warning">
          The payload is not here: it was redacted, its retention has ended, or your role does not show it.
          The content of the leaf is still proven.
        </Notice>
      )}
    </>
  );
}

/** The request, the findings of the laws, whom it reaches and from where each target came, and everything as JSON. */
export function RecordSays({ record: { payload } }: RecordProps) {
  const laws = lawsIn(payload);
  const identity = identityIn(payload);
  const request = objectIn(payload?.request);
  return (
    <>
      {request !== null && <RequestFacts payload={payload} />}
      {laws.length > 0 && (
        <Card title="The laws">
          <Laws laws={laws} />
        </Card>
      )}
      <Targets act={actIn(payload)} session={sessionIn(payload)} />
      {request !== null && <Arguments context={objectIn(request.context)} />}
      {identity !== null && (
        <Card title="Who asked">
          <IdentityFacts identity={identity} />
        </Card>
      )}
      {payload && (
        <Card title="Payload">
          <JsonBlock value={payload} label="Payload" />
        </Card>
      )}
    </>
  );
}

export function RecordProof({ record }: RecordProps) {
  return (
    <>
      <ProofCard record={record} />
      <Place record={record} />
    </>
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

/** The actor of these is an agent, which chooses its id; that of others is a person or a key. */
const BY_AN_AGENT: ReadonlySet<string> = new Set(['governance_eval', 'action_executed', 'trust_update']);

function Actor({ record: { actor, artifact_type: type } }: RecordProps) {
  return BY_AN_AGENT.has(type) ? <AgentName id={actor} withId /> : <Party id={actor} withId />;
}

function Place({ record }: RecordProps) {
  const session = sessionIn(record.payload);
  return (
    <Card title="Its place in the chain">
      <Facts
        facts={{
          Position: formatCount(record.index),
          Actor: <Actor record={record} />,
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
