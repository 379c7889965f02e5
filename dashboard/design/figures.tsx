/** Figures, charts and bars. */
import { Chart } from '../ui/charts/chart.tsx';
import { Delta } from '../ui/charts/delta.tsx';
import { Meter } from '../ui/charts/meter.tsx';
import { Share } from '../ui/charts/share.tsx';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { Card, Columns, Facts, Stack, Stat, Stats } from '../ui/page.tsx';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2026-03-01T00:00:00Z');
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const TIMES = HOURS.map((hour) => FIRST_MS + hour * HOUR_MS);
const busy = HOURS.map((hour) => Math.round(40 + 36 * Math.sin((hour - 8) / 3.8)));
const some = HOURS.map((hour) => (hour * 7) % 11);
const few = HOURS.map((hour) => (hour % 5 === 0 ? 3 : 0));
const TRUST = HOURS.map((hour) => 50 + hour * 1.4 - (hour > 15 ? 12 : 0));
const SCALE = [0, 100] as const;
const PARTS = [
  { tone: 'proceed', value: 82 },
  { tone: 'escalate', value: 13 },
  { tone: 'block', value: 5 },
] as const;

export function Figures() {
  return (
    <Stack>
      <Stats>
        <Stat
          name="Evaluations"
          value="4,821"
          change={<Delta now={4821} before={4310} />}
          course={<Sparkline values={busy} />}
        />
        <Stat
          name="Blocked"
          value="37"
          change={<Delta now={37} before={21} more="worse" />}
          course={<Sparkline values={some} tone="block" />}
        />
        <Stat
          name="Decided in time"
          value="98 %"
          change={<Delta now={98} before={91} more="better" />}
          course={<Sparkline values={TRUST} tone="proceed" />}
        />
        <Stat name="Waiting" value="0" change={<Delta now={0} before={0} />} note="no one is asked" />
      </Stats>
      <Card title="Verdicts">
        <Chart
          label="Verdicts by hour"
          kind="bars"
          times={TIMES}
          series={[
            { name: 'Block', tone: 'block', values: few },
            { name: 'Escalate', tone: 'escalate', values: some },
            { name: 'Proceed', tone: 'proceed', values: busy },
          ]}
        />
      </Card>
      <Columns>
        <Card title="Trust">
          <Chart
            label="Trust after each change"
            kind="lines"
            range={SCALE}
            times={TIMES}
            series={[{ name: 'Trust', tone: 'accent', values: TRUST }]}
          />
        </Card>
        <Card title="Bars">
          <Facts
            facts={{
              'Verdicts, in parts': <Meter parts={PARTS} />,
              'Controls that hold': <Meter parts={[{ tone: 'proceed', value: 9 }]} of={12} />,
              'Budget, half used': <Share used={5} reserved={2} of={10} />,
              'Budget, nearly used': <Share used={9} of={10} />,
              'Budget, used up': <Share used={10} of={10} />,
            }}
          />
        </Card>
      </Columns>
    </Stack>
  );
}
