/** The figures of the period, each with its change against the time before, and the state of the evidence. */
import type { ReadData } from '../api/read.ts';
import { useRead } from '../api/read.ts';
import { Delta } from '../ui/charts/delta.tsx';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { formatCount } from '../ui/money.ts';
import { Stat, StatLink, Stats } from '../ui/page.tsx';
import { Ago } from '../ui/time/time.tsx';
import { type Counted, comparedOf, totalOf } from './compare.ts';

export type Statistics = ReadData<'/api/v1/evidence/statistics'>;

const FIGURES: readonly {
  name: string;
  of: (counted: Counted) => number;
  more?: 'better' | 'worse';
}[] = [
  { name: 'Evaluations', of: totalOf },
  { name: 'Proceeded', of: ({ proceed }) => proceed },
  { name: 'Escalated', of: ({ escalate }) => escalate },
  { name: 'Blocked', of: ({ block }) => block, more: 'worse' },
];

export function Figures({ statistics }: { statistics: Statistics | undefined }) {
  const health = useRead('/api/v1/evidence/health', {}, { everyMs: 60_000 });
  return (
    <Stats>
      {FIGURES.map(({ name, of, more }) => (
        <Stat
          key={name}
          name={name}
          value={statistics === undefined ? '…' : formatCount(sumOf(statistics, of))}
          change={statistics && <Delta {...comparedOf(statistics, of)} {...(more && { more })} />}
          course={statistics && <Sparkline values={statistics.verdicts.map(of)} />}
        />
      ))}
      <StatLink
        to="/integrity"
        name="Evidence"
        value={stateOf(health.data?.status)}
        note={
          health.data?.checkpoint && (
            <>
              signed <Ago time={health.data.checkpoint.signed_at} />
            </>
          )
        }
      />
    </Stats>
  );
}

function sumOf({ verdicts }: Statistics, of: (counted: Counted) => number): number {
  return verdicts.reduce((sum, counted) => sum + of(counted), 0);
}

function stateOf(status: string | undefined): string {
  if (status === undefined) return '…';
  return status === 'sound' ? 'Sound' : 'Not sound';
}
