/** Verdicts over time. The interval that runs is drawn too, and said not to be over. */
import type { UseQueryResult } from '@tanstack/react-query';
import { CHART_HEIGHT, Chart } from '../ui/charts/chart.tsx';
import { Card } from '../ui/page.tsx';
import { Block, Loaded } from '../ui/state.tsx';
import type { Statistics } from './figures.tsx';

export function Verdicts({ query }: { query: UseQueryResult<Statistics> }) {
  return (
    <Card title="Verdicts">
      <Loaded query={query} waiting={<Block height={CHART_HEIGHT} />}>
        {({ verdicts, interval, running_from: running }) => (
          <Chart
            label={`Verdicts by ${interval}`}
            kind="bars"
            isRunning={running !== null}
            times={verdicts.map(({ start }) => Date.parse(start))}
            series={[
              { name: 'Block', tone: 'block', values: verdicts.map(({ block }) => block) },
              { name: 'Escalate', tone: 'escalate', values: verdicts.map(({ escalate }) => escalate) },
              { name: 'Proceed', tone: 'proceed', values: verdicts.map(({ proceed }) => proceed) },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
