/** The trust in an agent: its course as a curve, and what changed it. */
import type { ReadData } from '../api/read.ts';
import { useRead } from '../api/read.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';

type Update = ReadData<'/api/v1/core/trust/{actor_id}/history'>['items'][number];

const MOST_UPDATES = 100;
const MOST_CAUSES = 10;
const SCALE = [0, 100] as const;
const round = (value: number): string => String(Math.round(value * 10) / 10);

function useHistory(id: string) {
  return useRead('/api/v1/core/trust/{actor_id}/history', {
    params: { path: { actor_id: id }, query: { limit: MOST_UPDATES } },
  });
}

export function TrustOverTime({ id }: { id: string }) {
  const history = useHistory(id);
  return (
    <Card title="Trust over time">
      <Loaded query={history} lines={8}>
        {({ items }) =>
          items.length === 0 ? <Empty title="Nothing has changed it yet" /> : <Course updates={items} />
        }
      </Loaded>
    </Card>
  );
}

/** When its cause was recorded, which the update follows. */
const timeOf = ({ as_of: asOf, timestamp }: Update): string => asOf ?? timestamp;

/** The curve begins with the score before the first change that is shown. */
function Course({ updates }: { updates: readonly Update[] }) {
  const rising = updates.toReversed();
  const [first] = rising;
  const before = first?.before ?? null;
  const started =
    before === null || first === undefined ? [] : [{ at: Date.parse(timeOf(first)) - 1, score: before }];
  const points = [
    ...started,
    ...rising.map((update) => ({ at: Date.parse(timeOf(update)), score: update.after })),
  ];
  return (
    <Chart
      label="Trust after each change"
      kind="lines"
      range={SCALE}
      format={round}
      times={points.map(({ at }) => at)}
      series={[{ name: 'Trust', tone: 'accent', values: points.map(({ score }) => score) }]}
    />
  );
}

const CAUSES: Record<string, string> = {
  success: 'Reported a success',
  failure: 'Reported a failure',
  approved: 'A person approved',
  rejected: 'A person rejected',
  executed_despite_block: 'Ran although it was blocked',
};

/** null: the payload of the record was removed. */
function causeOf(type: string | null): string {
  return type === null ? 'Removed from the record' : (CAUSES[type] ?? type.replaceAll('_', ' '));
}

const COLUMNS: readonly Column<Update>[] = [
  {
    name: 'Cause',
    bare: true,
    cell: ({ cause, evidence_id: id }) => (
      <RecordLink id={cause.evidence_id ?? id}>{causeOf(cause.type)}</RecordLink>
    ),
  },
  { name: 'Trust', end: true, cell: ({ before, after }) => `${round(before ?? 0)} → ${round(after ?? 0)}` },
  { name: 'When', cell: (update) => <Moment time={timeOf(update)} /> },
];

export function TrustCauses({ id }: { id: string }) {
  const history = useHistory(id);
  return (
    <Card title="What changed its trust" flush>
      <Loaded query={history}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing yet" />
          ) : (
            <Table
              caption="Changes of trust"
              columns={COLUMNS}
              items={items.slice(0, MOST_CAUSES)}
              keyOf={({ evidence_id }) => evidence_id}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
