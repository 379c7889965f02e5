/** The line of time of a record: what led to it, and what followed. */
import { Link } from '@tanstack/react-router';
import {
  ClipboardCheck,
  Gavel,
  Hourglass,
  type LucideIcon,
  PenLine,
  Play,
  Scale,
  Settings2,
  TicketCheck,
  TrendingUp,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type ReadData, useRead } from '../../api/read.ts';
import { AgentName, Party } from '../../members/party.tsx';
import { Timeline, TimelineEvent } from '../../ui/lists/timeline.tsx';
import { ApprovalLink, RecordLink } from '../../ui/navigation/links.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Moment } from '../../ui/time/time.tsx';

type Trail = ReadData<'/api/v1/evidence/{id}/trail'>;
type Step = Trail['steps'][number];

const ICONS: Record<Step['kind'], LucideIcon> = {
  evaluation: Scale,
  approval: Hourglass,
  correction: PenLine,
  decision: Gavel,
  use: TicketCheck,
  outcome: Play,
  trust: TrendingUp,
  change: Settings2,
  check: ClipboardCheck,
};
/** These are done by people and keys that the service knows; other records name an agent, which chooses its id. */
const BY_A_PARTY: ReadonlySet<Step['kind']> = new Set(['decision', 'correction', 'change', 'check']);

interface TrailProps {
  id: string;
  /** The record is beside the list, and so are those it leads to. */
  beside: boolean;
}

export function TrailCard({ id, beside }: TrailProps) {
  const query = useRead('/api/v1/evidence/{id}/trail', { params: { path: { id } } });
  return (
    <Card title="What led to it, and what followed">
      <Loaded query={query} lines={3}>
        {({ steps, approval_id: approvalId }) => (
          <Timeline>
            {steps.map((step) => (
              <TimelineEvent
                key={`${step.kind} ${step.evidence_id ?? step.who}`}
                title={<Title step={step} id={id} beside={beside} approvalId={approvalId} />}
                time={<Moment time={step.at} seconds />}
                tone={isThis(step, id) ? 'accent' : 'neutral'}
                Icon={ICONS[step.kind]}
              >
                {step.who !== null && (
                  <span>
                    {BY_A_PARTY.has(step.kind) ? <Party id={step.who} /> : <AgentName id={step.who} />}
                  </span>
                )}
              </TimelineEvent>
            ))}
          </Timeline>
        )}
      </Loaded>
    </Card>
  );
}

/** The asking for approval has no record of its own: its evaluation is the record. */
function isThis({ kind, evidence_id }: Step, id: string): boolean {
  return kind !== 'approval' && evidence_id === id;
}

interface TitleProps extends TrailProps {
  step: Step;
  approvalId: string | null;
}

function Title({ step, id, beside, approvalId }: TitleProps): ReactNode {
  const { kind, evidence_id: of, summary } = step;
  if (kind === 'approval' && approvalId !== null)
    return <ApprovalLink id={approvalId}>{summary}</ApprovalLink>;
  if (isThis(step, id)) return <span aria-current="step">{summary}</span>;
  if (of === null) return summary;
  if (!beside) return <RecordLink id={of}>{summary}</RecordLink>;
  return (
    <Link
      to="/evidence"
      search={((search: object) => ({ ...search, record: of })) as never}
      resetScroll={false}
    >
      {summary}
    </Link>
  );
}
