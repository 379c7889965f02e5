/** The months of the account: a chart of one meter, and the invoice of each closed month. */
import type { UsageSummary } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Button, ButtonAnchor } from '../ui/forms/button.tsx';
import { saveFile } from '../ui/forms/save-file.ts';
import { Select } from '../ui/forms/select.tsx';
import { formatCount, formatUsd } from '../ui/money.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { Card, Row } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { historyCsv, METER_NAMES, METERS, meterOf, monthNamed, monthOf } from './figures.ts';
import { MonthBars } from './month-bars.tsx';

export function Months({ items }: { items: readonly UsageSummary[] }) {
  const [search, go] = useAddress();
  const meter = meterOf(search.meter);
  return (
    <>
      <Card
        title="Month by month"
        actions={
          <Select
            label="Meter"
            options={METER_NAMES.map((name) => ({ value: name, name: METERS[name] }))}
            value={meter}
            onValue={(next) => go({ meter: next })}
          />
        }
      >
        <MonthBars items={items} meter={meter} />
      </Card>
      <Invoices items={items} />
    </>
  );
}

function Invoices({ items }: { items: readonly UsageSummary[] }) {
  return (
    <Card
      title="Invoices"
      flush
      actions={
        <Button size="small" onClick={() => saveFile('assize-usage.csv', 'text/csv', historyCsv(items))}>
          All months as CSV
        </Button>
      }
    >
      <Table
        caption="Months, newest first"
        columns={[
          { name: 'Month', cell: (item) => monthNamed(item), bare: true },
          { name: 'Tier', cell: ({ tier }) => tier },
          {
            name: 'Evaluations',
            end: true,
            cell: ({ usage }) => formatCount(usage.governance_evaluations.used),
          },
          { name: 'Beyond allowances', end: true, cell: (item) => formatUsd(item.total_overage_cost_usd) },
          { name: 'Invoice', cell: (item) => <Invoice item={item} isOpen={item === items[0]} /> },
        ]}
        items={items}
        keyOf={monthOf}
      />
    </Card>
  );
}

const FORMATS = ['pdf', 'csv', 'json'] as const;

function Invoice({ item, isOpen }: { item: UsageSummary; isOpen: boolean }) {
  const environment = useEnvironment();
  if (isOpen) return <>an hour after the month ends</>;
  const month = monthOf(item);
  return (
    <Row>
      {FORMATS.map((format) => (
        <ButtonAnchor
          key={format}
          size="small"
          href={`${prefixOf(environment)}/api/v1/usage/invoices/${month}?format=${format}`}
          download={`assize-invoice-${month}.${format}`}
          aria-label={`Invoice of ${monthNamed(item)} as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </ButtonAnchor>
      ))}
    </Row>
  );
}
