/** A session at a glance: its agent, its task, its state, and what it has read and was held for. */
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { Agent } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { Card, Facts, Stack, Stat, Stats } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';
import { ConfidentialityChip, SourceChip } from './chips.tsx';
import { isHeld, isNewParty, type SessionInFull } from './line.ts';

export function Summary({ session }: { session: SessionInFull }) {
  const { calls, calls_cut: isCut, results, confidentiality, has_content: hasContent } = session;
  const held = calls.filter(isHeld);
  const newParties = held.filter(isNewParty).length;
  const beyond = held.filter(({ doubts }) => doubts.includes('beyond_mandate')).length;
  const kinds = [
    ...(newParties > 0 ? [`${newParties} for a new party`] : []),
    ...(beyond > 0 ? [`${beyond} beyond the task`] : []),
  ];
  return (
    <Stack>
      <Stats>
        <Stat name="Calls" value={`${formatCount(calls.length)}${isCut ? '+' : ''}`} />
        <Stat name="Held" value={formatCount(held.length)} note={kinds.join(', ')} />
        <Stat name="Results read" value={formatCount(results)} />
        <Stat
          name="Most confidential"
          value={confidentiality === null ? 'not stated' : <ConfidentialityChip level={confidentiality} />}
        />
        <Stat
          name="Written by strangers"
          value={hasContent ? <SourceChip source="content" /> : 'nothing read'}
        />
      </Stats>
      {session.incomplete && (
        <Notice tone="warning">
          Not all values that it read could be kept. A value that is not found counts as one of strangers.
        </Notice>
      )}
      <Card>
        <Facts
          facts={{
            Agent: session.agent_id && <Agent id={session.agent_id} withId />,
            Task: session.mandate_id && <Task mandateId={session.mandate_id} />,
            State: <State session={session} />,
          }}
        />
      </Card>
    </Stack>
  );
}

function State({
  session: { status, opened_at: from, ended_at: ended, expires_at: until },
}: {
  session: SessionInFull;
}) {
  return (
    <>
      <Badge tone={status === 'open' ? 'good' : 'neutral'}>{status}</Badge> from <Moment time={from} />,{' '}
      {status === 'open' ? (
        <>
          until <Moment time={until} />
        </>
      ) : (
        <>
          ended <Moment time={ended ?? until} />. What it had read is forgotten.
        </>
      )}
    </>
  );
}

/** The task in its own words, if they were kept, and the tools of its plan. */
function Task({ mandateId }: { mandateId: string }) {
  const { data } = useRead('/api/v1/mandates/{mandate_id}', { params: { path: { mandate_id: mandateId } } });
  const plan = data?.plan?.map(({ tool }) => tool).join(', ');
  return (
    <>
      {data?.task && (
        <>
          “<ForeignText limit={240} text={data.task} />”{' '}
        </>
      )}
      <Link to="/mandates">its mandate</Link>
      {plan && (
        <>
          , planned with <ForeignText limit={200} text={plan} />
        </>
      )}
    </>
  );
}
