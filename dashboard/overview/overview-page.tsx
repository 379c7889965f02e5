/** The first page: recent verdicts, what waits, and whether all is well. */
import { useRead } from '../api/read.ts';
import { Columns, Page, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/state.tsx';
import { TimeRangePicker, useTimeRange } from '../ui/time/time-range-picker.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps, useEverAsked } from './first-steps.tsx';
import { HeldMost } from './held-most.tsx';
import { LastHeld } from './last-held.tsx';
import { Standing, useAttention } from './standing.tsx';
import { Verdicts } from './verdicts.tsx';

const HOUR_MS = 3_600_000;
/** Longer periods are drawn by day instead of by hour. */
const MOST_HOURS = 72;

export function OverviewPage() {
  const { fromMs, toMs } = useTimeRange('24h');
  const query = {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    interval: toMs - fromMs > MOST_HOURS * HOUR_MS ? ('day' as const) : ('hour' as const),
  };
  const statistics = useRead('/api/v1/evidence/statistics', { params: { query } }, { keep: true });
  const attention = useAttention();
  const everAsked = useEverAsked();
  const isNew = everAsked.data !== undefined && !('governance_eval' in everAsked.data.items);
  return (
    <Page
      title="Overview"
      lead="What your agents asked for, and what was decided."
      actions={<TimeRangePicker otherwise="24h" />}
    >
      {/* The upper parts come with the rest, so that nothing below them moves. */}
      {[attention, everAsked, statistics].some(({ isPending }) => isPending) ? (
        <Skeleton lines={16} />
      ) : (
        <>
          <Standing query={attention} />
          {isNew && <FirstSteps />}
          <Figures statistics={statistics.data} />
          <Verdicts query={statistics} />
          <Columns>
            <Stack>
              <LastHeld verdict="block" title="Last blocked" />
            </Stack>
            <Stack>
              <LastHeld verdict="escalate" title="Last escalated" />
              <HeldMost query={statistics} />
            </Stack>
          </Columns>
        </>
      )}
    </Page>
  );
}
