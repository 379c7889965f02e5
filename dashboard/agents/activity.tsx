/** The activity of an agent in the last days: its verdicts over time, what they cost, and the actions it asked for most. */
import { Link } from '@tanstack/react-router';
import type { ReadData } from '../api/read.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount, formatUsd } from '../ui/money.ts';
import { Card, Stack } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';

export type AgentInFull = ReadData<'/api/v1/agents/{agent_id}'>;
type Activity = AgentInFull['activity'];

export function VerdictsOverTime({ activity }: { activity: Activity }) {
  const { by_day: byDay, days, incomplete } = activity;
  const isQuiet = byDay.every(({ proceed, escalate, block }) => proceed + escalate + block === 0);
  return (
    <Card title={`Verdicts of the last ${days} days`}>
      {isQuiet ? (
        <Empty title="It asked for nothing" />
      ) : (
        <Stack>
          <Chart
            label="Verdicts by day"
            kind="bars"
            isRunning
            times={byDay.map(({ start }) => Date.parse(start))}
            series={[
              { name: 'Block', tone: 'block', values: byDay.map(({ block }) => block) },
              { name: 'Escalate', tone: 'escalate', values: byDay.map(({ escalate }) => escalate) },
              { name: 'Proceed', tone: 'proceed', values: byDay.map(({ proceed }) => proceed) },
            ]}
          />
          {incomplete && <p>Some requests are left out: there are too many, or their payload was removed.</p>}
        </Stack>
      )}
    </Card>
  );
}

export function CostOverTime({ activity: { by_day: byDay, cost_usd: cost, days } }: { activity: Activity }) {
  if (cost === 0) return null;
  return (
    <Card title={`Estimated cost of the last ${days} days: ${formatUsd(cost)}`}>
      <Chart
        label="Estimated cost by day"
        kind="bars"
        isRunning
        format={formatUsd}
        times={byDay.map(({ start }) => Date.parse(start))}
        series={[
          { name: 'Cost of what went ahead', tone: 'accent', values: byDay.map((day) => day.cost_usd) },
        ]}
      />
    </Card>
  );
}

type Action = Activity['actions'][number];

const COLUMNS: readonly Column<Action>[] = [
  {
    name: 'Action',
    bare: true,
    cell: ({ name }) => (
      <Link to="/evidence" search={({ env }: { env?: 'sandbox' }) => ({ env, action: name })}>
        <ForeignText cut limit={60} text={name} />
      </Link>
    ),
  },
  {
    name: 'Asked',
    end: true,
    cell: ({ proceed, escalate, block }) => formatCount(proceed + escalate + block),
  },
  { name: 'Held', end: true, cell: ({ escalate, block }) => formatCount(escalate + block) },
];

const MOST_SHOWN = 8;

export function TopActions({ activity: { actions } }: { activity: Activity }) {
  if (actions.length === 0) return null;
  return (
    <Card title="Asked for most" flush>
      <Table
        caption="Actions that it asked for most"
        columns={COLUMNS}
        items={actions.slice(0, MOST_SHOWN)}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}
