/** The figures of the period, and the state of the evidence. */
import type { ReadData } from '../api/read.ts';
import { useRead } from '../api/read.ts';
import { formatCount } from '../ui/money.ts';
import { Stat, StatLink, Stats } from '../ui/page.tsx';
import { Ago } from '../ui/time/time.tsx';

export type Statistics = ReadData<'/api/v1/evidence/statistics'>;

const count = (value: number | undefined): string => (value === undefined ? '…' : formatCount(value));

export function Figures({ statistics }: { statistics: Statistics | undefined }) {
  const waiting = useRead('/api/v1/approvals', { params: { query: { status: 'pending', limit: 1 } } });
  const health = useRead('/api/v1/evidence/health', {}, { everyMs: 60_000 });
  const sum = (verdict: 'proceed' | 'escalate' | 'block') =>
    statistics?.verdicts.reduce((total, each) => total + each[verdict], 0);
  return (
    <Stats>
      <Stat name="Evaluations" value={count(statistics?.total)} />
      <Stat name="Proceeded" value={count(sum('proceed'))} />
      <Stat name="Escalated" value={count(sum('escalate'))} />
      <Stat name="Blocked" value={count(sum('block'))} />
      <StatLink to="/approvals" name="Waiting for approval" value={count(waiting.data?.total)} />
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

function stateOf(status: string | undefined): string {
  if (status === undefined) return '…';
  return status === 'sound' ? 'Sound' : status === 'failed' ? 'Not sound' : 'Not verified yet';
}
