/** Everything about an action that a person needs before they decide, without a further request. */
import type { Approval } from '../../client/api.ts';
import { sentenceOfChange, toldChange } from '../../client/changes/index.ts';
import { AskedFor } from '../approvals/asked-for.tsx';
import { Status } from '../approvals/history/decided-by.tsx';
import { sentenceOf } from '../approvals/sentence/sentence.ts';
import { Laws } from '../evidence/law-list.tsx';
import { actIn, isIrreversibleIn } from '../evidence/record/act.ts';
import { Arguments } from '../evidence/record/arguments.tsx';
import { Targets } from '../evidence/record/targets.tsx';
import { ChangeAsked } from '../second-person/change-asked.tsx';
import { withTimes } from '../sessions/line.ts';
import { Badge, Risk } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card, Facts, Row, Stack } from '../ui/page.tsx';
import { SentenceText } from '../ui/sentence/sentence-text.tsx';
import { Moment, TimeLeft } from '../ui/time/time.tsx';
import styles from './decide.module.css';

/** The page works without a session, so it can't look names up. */
const WITHOUT_NAMES = { who: null, of: (id: string) => id };

interface AskedProps {
  approval: Approval;
  evaluation: Record<string, unknown> | null;
}

export function Asked({ approval, evaluation }: AskedProps) {
  const act = actIn(evaluation);
  const isPending = approval.status === 'pending';
  const { change } = approval;
  const told = change === null ? null : toldChange(change);
  const words =
    change === null || told === null
      ? sentenceOf(approval, act, isIrreversibleIn(evaluation))
      : sentenceOfChange({ ...approval, change, told }, WITHOUT_NAMES);
  return (
    <>
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
      {change === null || told === null ? (
        <Why approval={approval} />
      ) : (
        <ChangeAsked change={change} told={told} isNamed={false} />
      )}
      <Targets act={act} session={null} />
      <Arguments context={approval.context} isFolded={approval.change !== null} />
      <Card title="About">
        <Facts
          facts={{
            Agent: approval.agent_id && <ForeignText limit={80} text={approval.agent_id} />,
            'On behalf of': approval.user_id && <ForeignText limit={80} text={approval.user_id} />,
            Tool: act?.tool && <ForeignText limit={80} text={act.tool} />,
            Asked: <Moment time={approval.created_at} />,
            Expires: <Moment time={approval.expires_at} />,
          }}
        />
      </Card>
    </>
  );
}

function Why({ approval: { laws, description } }: { approval: Approval }) {
  return (
    <Card title="Why a person is asked">
      <Stack>
        {laws === null && <p>The payload of this evaluation was removed.</p>}
        {laws && (
          <Laws
            laws={laws.map(({ law_id: id, law_name: name, result, reason }) => {
              return { id, name, result, reason: withTimes(reason) };
            })}
          />
        )}
        {description && (
          <p>
            The agent says: <ForeignText lines text={description} />
          </p>
        )}
      </Stack>
    </Card>
  );
}
