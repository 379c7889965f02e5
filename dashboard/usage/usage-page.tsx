/** This month's usage and costs, and the months before. */
import type { Billing, UsageSummary } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { Share } from '../ui/charts/share.tsx';
import { formatCount, formatUsd } from '../ui/money.ts';
import { Card, Page, Stat, Stats } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { costOf, METER_NAMES, METERS, monthNamed, standingOf } from './figures.ts';
import { Months } from './months.tsx';

export function UsagePage() {
  const { usage } = useMay();
  return (
    <Page
      title="Usage and billing"
      lead="Only production is counted, by calendar month in UTC. The sandbox is free."
    >
      {usage ? <ThisMonth /> : <Notice>Your role does not see usage. Ask an owner or an admin.</Notice>}
    </Page>
  );
}

function ThisMonth() {
  const summary = useRead('/api/v1/usage/summary', {});
  const billing = useRead('/api/v1/usage/billing', {});
  const history = useRead('/api/v1/usage/history', {});
  return (
    <>
      {/* Each part comes after those above it, so that none is moved down. */}
      <Loaded query={billing} lines={2}>
        {(bill) => <Bill bill={bill} />}
      </Loaded>
      {!billing.isPending && <Loaded query={summary}>{(month) => <Meters month={month} />}</Loaded>}
      {!billing.isPending && !summary.isPending && (
        <Loaded query={history}>{({ items }) => <Months items={items} />}</Loaded>
      )}
    </>
  );
}

function Bill({ bill }: { bill: Billing }) {
  return (
    <Stats>
      <Stat
        name={`Due for ${monthNamed(bill)}, so far`}
        value={formatUsd(bill.amount_due_usd)}
        note={`${bill.tier} tier`}
      />
      <Stat
        name="Base and users"
        value={formatUsd(bill.base_usd)}
        note={bill.users === 1 ? '1 user' : `${bill.users} users`}
      />
      <Stat name="Beyond the allowance" value={formatUsd(bill.overage_usd)} note="before credit" />
      <Stat
        name="Credit left"
        value={formatUsd(bill.credit_remaining_usd)}
        note={`${formatUsd(bill.credit_applied_usd)} applied`}
      />
    </Stats>
  );
}

function Meters({ month }: { month: UsageSummary }) {
  return (
    <Card title={monthNamed(month)} flush>
      <Table
        caption="Use of each meter this month"
        columns={[
          { name: 'Meter', cell: (meter) => METERS[meter], bare: true },
          {
            name: 'Used',
            end: true,
            cell: (meter) => {
              const { used, limit } = month.usage[meter];
              return limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)}`;
            },
          },
          {
            name: 'Allowance',
            cell: (meter) => {
              const use = month.usage[meter];
              const { tone, words } = standingOf(use);
              return (
                <div>
                  <Share used={use.used} of={use.limit} />
                  {tone === 'neutral' ? <small>{words}</small> : <Badge tone={tone}>{words}</Badge>}
                </div>
              );
            },
          },
          { name: 'Cost beyond it', end: true, cell: (meter) => costOf(month.usage[meter]) },
        ]}
        items={METER_NAMES}
        keyOf={(meter) => meter}
      />
    </Card>
  );
}
