/** Tables, the panel beside them, and events on a line. */
import { Check, Play, Scale, Send } from 'lucide-react';
import { useState } from 'react';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ColumnsMenu } from '../ui/lists/columns-menu.tsx';
import { useShownColumns } from '../ui/lists/shown-columns.ts';
import { Beside, SidePanel } from '../ui/lists/side-panel.tsx';
import { Timeline, TimelineEvent } from '../ui/lists/timeline.tsx';
import { formatUsd } from '../ui/money.ts';
import { Card, Facts, Stack } from '../ui/page.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';

interface Sample {
  id: string;
  time: string;
  agent: string;
  action: string;
  verdict: VerdictName;
  usd: number;
}

const SAMPLES: readonly Sample[] = [
  ['09:14:02', 'refund-desk', 'stripe.create_refund', 'escalate', 1250.5],
  ['09:13:40', 'inbox-helper', 'gmail.send', 'block', 0],
  ['09:12:11', 'refund-desk', 'stripe.get_charge', 'proceed', 0.002],
  ['09:10:55', 'release-bot', 'github.merge_pull_request', 'escalate', 0],
  ['09:09:31', 'inbox-helper', 'gmail.read', 'proceed', 0.01],
].map(([time, agent, action, verdict, usd], place) => ({
  id: String(place),
  time: `2026-03-01T${time}Z`,
  agent: String(agent),
  action: String(action),
  verdict: verdict as VerdictName,
  usd: Number(usd),
}));

const COLUMNS: readonly Column<Sample>[] = [
  { name: 'Action', bare: true, cell: ({ action }) => <strong>{action}</strong> },
  { name: 'Agent', cell: ({ agent }) => agent },
  { name: 'Verdict', cell: ({ verdict }) => <Finding found={verdict} /> },
  { name: 'Cost', end: true, cell: ({ usd }) => formatUsd(usd) },
  { name: 'Time', end: true, cell: ({ time }) => <Moment time={time} seconds /> },
];
const NAMES = COLUMNS.map(({ name }) => name);

export function Lists() {
  const [open, setOpen] = useState<Sample | null>(null);
  const [shown, choose] = useShownColumns('design', NAMES, NAMES);
  return (
    <Stack>
      <Beside panel={open && <Panel sample={open} onClose={() => setOpen(null)} />}>
        <Card
          title="A list with a panel beside it"
          actions={<ColumnsMenu columns={NAMES} shown={shown} onChange={choose} />}
          flush
        >
          <Table
            caption="Verdicts"
            columns={COLUMNS.filter(({ name }) => shown.includes(name))}
            items={SAMPLES}
            keyOf={({ id }) => id}
            chosen={open?.id}
            onOpen={setOpen}
            actsOf={() => ({ a: () => toast('Approved'), r: () => toast('Rejected') })}
          />
        </Card>
      </Beside>
      <Card title="Loading" flush>
        <Skeleton lines={3} label="Lines as an example" />
      </Card>
      <Card title="Empty" flush>
        <Empty title="No agent has asked yet" Icon={Scale} next={<Button look="primary">Connect one</Button>}>
          As soon as an agent asks for a verdict, it appears here.
        </Empty>
      </Card>
    </Stack>
  );
}

function Panel({ sample, onClose }: { sample: Sample; onClose: () => void }) {
  return (
    <SidePanel title={sample.action} onClose={onClose}>
      <Facts
        facts={{
          Agent: sample.agent,
          Verdict: <Finding found={sample.verdict} />,
          Cost: formatUsd(sample.usd),
        }}
      />
      <Timeline>
        <TimelineEvent title="Asked" Icon={Send} time={<Moment time={sample.time} seconds />}>
          {sample.agent}
        </TimelineEvent>
        <TimelineEvent title="Escalated" tone="warning" Icon={Scale}>
          A person was asked.
        </TimelineEvent>
        <TimelineEvent title="Approved" tone="good" Icon={Check}>
          Dana Reyes, after 40 seconds
        </TimelineEvent>
        <TimelineEvent title="Carried out" tone="accent" Icon={Play} />
      </Timeline>
    </SidePanel>
  );
}
