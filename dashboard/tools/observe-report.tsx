/** The actions that tools, targets and mandates hold, or would hold if they were enforced and not only observed. */
import { type ReadData, useRead } from '../api/read.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { TimeRangePicker, useTimeRange } from '../ui/time/time-range-picker.tsx';

type Report = ReadData<'/api/v1/judgement/report'>;
type Reason = Report['reasons'][number];
type Kind = Report['kinds'][number];
const OTHERWISE = '7d';

const COUNTS: readonly Column<Pick<Kind, 'held' | 'would_be_held'>>[] = [
  { name: 'Held', end: true, cell: ({ held }) => formatCount(held) },
  { name: 'Would be held', end: true, cell: ({ would_be_held: would }) => formatCount(would) },
];
const COLUMNS: readonly Column<Reason>[] = [
  { name: 'Reason', bare: true, cell: ({ reason }) => reason.replaceAll('_', ' ') },
  ...COUNTS,
  {
    name: 'Most often',
    cell: ({ actions }) => (
      <ForeignText
        limit={160}
        text={actions
          .slice(0, 3)
          .map(({ action, count }) => `${action} (${count})`)
          .join(', ')}
      />
    ),
  },
  {
    name: 'Example',
    cell: ({ evidence_ids: [id] }) => id && <RecordLink id={id}>Look at one</RecordLink>,
  },
];

const KIND_NAMES: Record<Kind['held_for'], [name: string, meaning: string]> = {
  beyond_plan: ['Beyond the plan', 'The plan of the task has no such tool, effect, target or amount.'],
  new_party: [
    'New party',
    'Only a stranger’s text had named whom it reaches. You want to be asked about these.',
  ],
  other: ['Other', 'All else: an unlisted tool, an unknown target, grave risk, a policy.'],
};
const KINDS: readonly Column<Kind>[] = [
  { name: 'Kind', bare: true, cell: ({ held_for: kind }) => KIND_NAMES[kind][0] },
  { name: 'Meaning', cell: ({ held_for: kind }) => KIND_NAMES[kind][1] },
  ...COUNTS,
];

export function ObserveReport() {
  const { fromMs, toMs } = useTimeRange(OTHERWISE);
  const query = useRead(
    '/api/v1/judgement/report',
    { params: { query: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() } } },
    { keep: true },
  );
  return (
    <Stack>
      <TimeRangePicker otherwise={OTHERWISE} />
      <Loaded query={query} lines={8}>
        {(report) => (
          <>
            <Notice>
              {formatCount(report.held)} of {formatCount(report.evaluations)} evaluations were held, and{' '}
              {formatCount(report.would_be_held)} that proceeded would be held if you enforced everything
              instead of only observing it.
              {report.cut && ' Only the newest evaluations of this time were read.'}
            </Notice>
            <Card title="By day">
              <Chart
                label="Held by day"
                kind="bars"
                times={report.days.map(({ date }) => Date.parse(date))}
                series={[
                  { name: 'Held', tone: 'escalate', values: report.days.map(({ held }) => held) },
                  {
                    name: 'Would be held',
                    tone: 'accent',
                    values: report.days.map((day) => day.would_be_held),
                  },
                ]}
              />
            </Card>
            <Card title="By kind" flush>
              <Table
                caption="Held by kind"
                columns={KINDS}
                items={report.kinds}
                keyOf={({ held_for: kind }) => kind}
              />
            </Card>
            <Card title="By reason" flush>
              <Table
                caption="Held by reason"
                columns={COLUMNS}
                items={report.reasons}
                keyOf={({ reason }) => reason}
              />
            </Card>
          </>
        )}
      </Loaded>
    </Stack>
  );
}
