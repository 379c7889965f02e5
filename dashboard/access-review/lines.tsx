/** The lines of a review, each with one press that keeps or revokes it. */
import { useMay } from '../api/me.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card } from '../ui/page.tsx';
import type { Shortcuts } from '../ui/shortcuts.ts';
import { Empty } from '../ui/state.tsx';
import { type Column, RowActs, Table } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { KINDS, type Line, mayOf, REVOKES } from './words.ts';

const STALE: readonly ReadPath[] = [
  '/api/v1/access-reviews',
  '/api/v1/access-reviews/{review_id}',
  '/api/v1/agents',
  '/api/v1/api-keys',
  '/api/v1/groups',
  '/api/v1/issuers',
  '/api/v1/members',
];

interface Press {
  line: Line;
  decision: 'kept' | 'revoked';
}

const COLUMNS: readonly Column<Line>[] = [
  {
    name: 'Who or what',
    bare: true,
    cell: ({ kind, id, access }) => (
      <span title={id}>
        <ForeignText cut limit={100} text={access?.name ?? id} /> <Badge>{KINDS[kind]}</Badge>
      </span>
    ),
  },
  {
    name: 'May',
    cell: (line) =>
      line.access === null ? '–' : <ForeignText limit={300} text={mayOf(line, line.access)} />,
  },
  {
    name: 'Granted by',
    cell: ({ access }) => (access?.granted_by ? <Party id={access.granted_by} /> : '–'),
  },
  { name: 'Since', cell: ({ access }) => (access === null ? '–' : <Ago time={access.since} />) },
  {
    name: 'Last used',
    cell: ({ access }) => (access?.last_used_at ? <Ago time={access.last_used_at} /> : 'not known'),
  },
  { name: 'Ends', cell: ({ access }) => (access?.ends_at ? <Moment time={access.ends_at} /> : 'never') },
];

const DECIDED: Column<Line> = {
  name: 'Decision',
  cell: ({ decided }) =>
    decided && (
      <span>
        <Badge tone={decided.decision === 'kept' ? 'good' : 'bad'}>{decided.decision}</Badge>
        {decided.by_self && ' as their own access'} by <Party id={decided.by} />,{' '}
        <RecordLink id={decided.evidence_id}>on record</RecordLink>
      </span>
    ),
};

interface LinesProps {
  reviewId: string;
  /** Whether the person may keep their own access. */
  alone: boolean;
  lines: readonly Line[];
}

export function OpenLines({ reviewId, lines, alone }: LinesProps) {
  const { members: mayReview } = useMay();
  const mayKeep = ({ own }: Line) => mayReview && (alone || !own);
  const press = useWrite(
    (api, { line: { kind, id, state }, decision }: Press) =>
      api.POST('/api/v1/access-reviews/{review_id}/decisions', {
        params: { path: { review_id: reviewId } },
        body: { kind, id, state, decision },
      }),
    STALE,
  );
  const decide = (line: Line, decision: Press['decision']) =>
    press.mutate(
      { line, decision },
      {
        onSuccess: () => toast(decision === 'kept' ? 'Kept' : 'Revoked'),
        onError: ({ message }) => toast('That did not work', message),
      },
    );
  const buttons: Column<Line> = {
    name: 'Decision',
    bare: true,
    cell: (line) => (
      <RowActs>
        {mayKeep(line) ? (
          <Button size="small" disabled={press.isPending} onClick={() => decide(line, 'kept')}>
            Keep
          </Button>
        ) : (
          <span>Another owner keeps yours</span>
        )}
        {!(line.own && line.kind === 'member') && (
          <Button
            size="small"
            look="danger"
            title={REVOKES[line.kind]}
            disabled={press.isPending}
            onClick={() => decide(line, 'revoked')}
          >
            Revoke
          </Button>
        )}
      </RowActs>
    ),
  };
  if (lines.length === 0)
    return (
      <Card flush>
        <Empty title="Each line is decided">
          Close the review: that records who closed it, and the counts.
        </Empty>
      </Card>
    );
  return (
    <Card flush>
      <Table
        caption="Access that is not decided yet"
        columns={mayReview ? [...COLUMNS, buttons] : COLUMNS}
        items={lines}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        actsOf={(line): Shortcuts => (mayKeep(line) ? { a: () => decide(line, 'kept') } : {})}
      />
    </Card>
  );
}

export function DecidedLines({ lines }: Pick<LinesProps, 'lines'>) {
  if (lines.length === 0)
    return (
      <Card flush>
        <Empty title="Nothing is decided yet" />
      </Card>
    );
  return (
    <Card flush>
      <Table
        caption="Access that is decided"
        columns={[...COLUMNS.slice(0, 2), DECIDED]}
        items={lines}
        keyOf={({ kind, id }) => `${kind} ${id}`}
      />
    </Card>
  );
}
