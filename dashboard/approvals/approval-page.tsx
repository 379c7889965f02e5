/** One action that waits: what will happen, why a person is asked, and the buttons to decide. */
import { Link, useParams } from '@tanstack/react-router';
import type { Approval } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useNamed } from '../api/names.ts';
import { useRead } from '../api/read.ts';
import { IdentityFacts, identityIn } from '../evidence/identity.tsx';
import { Laws } from '../evidence/law-list.tsx';
import { type Act, actIn, isIrreversibleIn } from '../evidence/record/act.ts';
import { Arguments } from '../evidence/record/arguments.tsx';
import { Targets } from '../evidence/record/targets.tsx';
import { Agent, Party } from '../members/party.tsx';
import { ChangeAsked } from '../second-person/change-asked.tsx';
import { useToldChange } from '../second-person/use-told.ts';
import { SessionLink } from '../sessions/session-link.tsx';
import { type SessionOf, sessionIn } from '../sessions/session-of.ts';
import { Badge, Risk } from '../ui/badge.tsx';
import { Id } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatUsd } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Columns, Facts, Page, Row, Stack } from '../ui/page.tsx';
import { SentenceText } from '../ui/sentence/sentence-text.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago, Moment, TimeLeft } from '../ui/time/time.tsx';
import styles from './approvals.module.css';
import { AskedFor } from './asked-for.tsx';
import { CorrectedArguments } from './correct/corrected-arguments.tsx';
import { Decide } from './decide.tsx';
import { DecidedBy, Status } from './history/decided-by.tsx';
import { AgentRecord, LikeDecisions } from './history/history.tsx';
import { Recipients, SinceLastApproved } from './history/recipients.tsx';
import { AskedPeople } from './route/asked-people.tsx';
import { isGrave, sentenceOf } from './sentence/sentence.ts';
import { formatMoney } from './sentence/stated-money.ts';
import { shownLaw } from './shown-law.ts';
import { Together } from './together/together.tsx';

export function ApprovalPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const approval = useRead('/api/v1/approvals/{approval_id}', { params: { path: { approval_id: id } } });
  return (
    <Page title="Approval" back={<Link to="/approvals">All approvals</Link>}>
      <Loaded query={approval}>{(found) => <Whole approval={found} />}</Loaded>
    </Page>
  );
}

function Whole({ approval }: { approval: Approval }) {
  const record = useRead('/api/v1/evidence/{id}', { params: { path: { id: approval.evidence_id } } });
  const payload = record.data?.payload ?? null;
  const act = actIn(payload);
  const identity = identityIn(payload);
  const isIrreversible = isIrreversibleIn(payload);
  const agent = useNamed('agent', approval.agent_id ?? '');
  const change = useToldChange(approval);
  const words = change?.words ?? sentenceOf({ ...approval, agent_name: agent?.name }, act, isIrreversible);
  const { decide } = useMay();
  const isPending = approval.status === 'pending';
  return (
    <>
      <Stack>
        <p className={styles.sentence}>
          <SentenceText words={words} />
        </p>
        <Row>
          {isPending ? <Badge tone="warning">Waiting</Badge> : <Status status={approval.status} />}
          {approval.risk_level && <Risk level={approval.risk_level} />}
          <AskedFor approval={approval} />
          {isPending && (
            <Badge>
              <TimeLeft until={approval.expires_at} />
            </Badge>
          )}
          {approval.required_approvals > 1 && (
            <Badge>
              {approval.decisions.length} of {approval.required_approvals} approvals
            </Badge>
          )}
        </Row>
      </Stack>
      {approval.decisions.length > 0 && (
        <Notice tone={approval.status === 'rejected' ? 'bad' : 'good'}>
          <DecidedBy item={approval} />
        </Notice>
      )}
      <Columns>
        <Stack>
          <Together approval={approval} mayDecide={decide && approval.route?.may_decide !== false} />
          {approval.corrected && <CorrectedArguments corrected={approval.corrected} />}
          {approval.change === null || change === null ? (
            <Why approval={approval} />
          ) : (
            <ChangeAsked change={approval.change} told={change.told} />
          )}
          <Targets act={act} session={sessionIn(payload)} />
          <SinceLastApproved id={approval.approval_id} />
          <Arguments context={approval.context} isFolded={approval.change !== null} />
        </Stack>
        <Stack>
          {approval.route && <AskedPeople route={approval.route} />}
          <Recipients id={approval.approval_id} />
          <AgentRecord agentId={approval.agent_id} />
          {identity && (
            <Card title="Who asked">
              <IdentityFacts identity={identity} />
            </Card>
          )}
          {approval.change === null && <LikeDecisions approval={approval} />}
          <About approval={approval} act={act} session={sessionIn(payload)} />
        </Stack>
      </Columns>
      <Decide
        // A comment typed for one approval must not appear on the next.
        key={approval.approval_id}
        approval={approval}
        words={words}
        isGrave={isGrave(approval, approval.risk_level, act, isIrreversible)}
        mayDecide={decide}
      />
    </>
  );
}

function Why({ approval: { laws, description } }: { approval: Approval }) {
  return (
    <Card title="Why a person is asked">
      <Stack>
        {laws === null && <p>The payload of this evaluation was removed, or your role does not show it.</p>}
        {laws && <Laws laws={laws.map(shownLaw)} />}
        {description && (
          <p>
            The agent says: <ForeignText lines text={description} />
          </p>
        )}
      </Stack>
    </Card>
  );
}

/** The price of the call itself, as the agent estimates it. */
function costOf({ context }: Approval): string | null {
  const cost = context?.estimated_cost_usd;
  return typeof cost === 'number' && cost > 0 ? formatUsd(cost) : null;
}

interface AboutProps {
  approval: Approval;
  act: Act | null;
  session: SessionOf | null;
}

function About({ approval, act, session }: AboutProps) {
  const { evidence_id: evidenceId, resolution_evidence_id: resolution, consumed_by: used } = approval;
  return (
    <Card title="About">
      <Facts
        facts={{
          Asked: <Ago time={approval.created_at} />,
          Expires: <Moment time={approval.expires_at} />,
          Agent: approval.agent_id && <Agent id={approval.agent_id} withId />,
          'Asked by': approval.requested_by && <Party id={approval.requested_by} withId />,
          User: approval.user_id && <ForeignText limit={80} text={approval.user_id} />,
          Amount: approval.amount && `${formatMoney(approval.amount)}, as the arguments say`,
          'Estimated cost': costOf(approval),
          Tool: act?.tool && <ForeignText limit={80} text={act.tool} />,
          [approval.change === null ? 'Evaluation' : 'Record']: <RecordLink id={evidenceId} />,
          Session: session && (
            <SessionLink id={session.id} agentId={session.agentId} call={evidenceId}>
              <ForeignText cut limit={80} text={session.id} />
            </SessionLink>
          ),
          Resolution: resolution && <RecordLink id={resolution} />,
          'Used by': used && <RecordLink id={used} />,
          Approval: <Id copy>{approval.approval_id}</Id>,
        }}
      />
    </Card>
  );
}
