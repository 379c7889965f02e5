/** Verdicts over time. The interval that runs is drawn too, and said not to be over. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Chart } from '../ui/charts/chart.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { formatMoment } from '../ui/time/time.tsx';
import type { Statistics } from './figures.tsx';
import styles from './overview.module.css';

export function Verdicts({ query }: { query: UseQueryResult<Statistics> }) {
  return (
    <Card title="Verdicts">
      <Loaded query={query} lines={8}>
        {({ verdicts, interval, total, running_from: running }) => (
          <>
            <Chart
              label={`Verdicts by ${interval}`}
              kind="bars"
              times={verdicts.map(({ start }) => Date.parse(start))}
              series={[
                { name: 'Block', tone: 'block', values: verdicts.map(({ block }) => block) },
                { name: 'Escalate', tone: 'escalate', values: verdicts.map(({ escalate }) => escalate) },
                { name: 'Proceed', tone: 'proceed', values: verdicts.map(({ proceed }) => proceed) },
              ]}
            />
            {running && total > 0 && (
              <p className={styles.running}>
                The last bar, from {formatMoment(Date.parse(running))}, is of the {interval} that is not over
                yet.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
