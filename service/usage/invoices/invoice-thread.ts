/** The thread that makes invoice PDFs, of one A4 page. The same invoice gives the same bytes. */
import { drawFacts, drawTitle } from '../../documents/facts.ts';
import { Grid } from '../../documents/grid.ts';
import { Sheet } from '../../documents/sheet.ts';
import { PAGE, STYLES, TEXT_WIDTH, type TextStyle } from '../../documents/theme.ts';
import { countText, dateText } from '../../documents/wording.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { METER } from '../../foundation/meters.ts';
import { monthName, startOfMonth } from '../../foundation/month.ts';
import { serveThread } from '../../foundation/thread.ts';
import type { Statement } from '../account/billing.ts';
import { usdText } from '../account/money.ts';
import type { Invoice } from './invoice.ts';
import { eachCharge, figureText, TIER_NAMES } from './invoice-wording.ts';

const COLUMNS = [
  { title: 'Metered', width: TEXT_WIDTH - 360 },
  { title: 'Used', width: 82, align: 'right' },
  { title: 'Allowance', width: 72, align: 'right' },
  { title: 'Overage', width: 82, align: 'right' },
  { title: 'Rate, USD', width: 54, align: 'right' },
  { title: 'Amount, USD', width: 70, align: 'right' },
] as const;
const SUMS_WIDTH = 290;
/** Room for amounts of any length. */
const DUE: TextStyle = { ...STYLES.figure, size: 14, leading: 20 };

await serveThread(() => ({ answer: (invoice: Invoice) => new Uint8Array(invoicePdf(invoice)) }));

function invoicePdf(invoice: Invoice): Buffer {
  const { number, closedAt, statement } = invoice;
  const sheet = new Sheet({
    running: number,
    remark: 'Amounts are in US dollars; taxes are not among them',
    info: {
      Title: `Invoice ${number}`,
      Subject: monthName(statement.month),
      CreationDate: new Date(closedAt),
    },
  });
  sheet.section('Invoice');
  drawHead(sheet, invoice);
  drawMeters(sheet, statement);
  drawSums(sheet, statement);
  drawNotes(sheet, statement);
  sheet.end();
  return Buffer.concat([...sheet.written()]);
}

function drawHead(sheet: Sheet, { number, tenant, closedAt, statement }: Invoice): void {
  const { month, tier, users } = statement;
  drawTitle(sheet, 'Invoice', `${tenant.name} · ${monthName(month)}`);
  drawFacts(sheet, [
    { label: 'Invoice', value: number, mono: true, wide: true },
    { label: 'Account', value: tenant.id, mono: true, wide: true },
    {
      label: 'Period',
      value: `${dateText(startOfMonth(month))} to ${dateText(startOfMonth(month + 1) - DAY_MS)}, UTC`,
    },
    { label: 'Date', value: dateText(closedAt) },
    { label: 'Tier', value: TIER_NAMES[tier] },
    { label: 'Users', value: countText(users) },
  ]);
  sheet.y += 22;
}

function drawMeters(sheet: Sheet, statement: Statement): void {
  const grid = new Grid(sheet, COLUMNS);
  const rows = eachCharge(statement, (meter, { used, allowance, overage, rateMicroUsd, costMicroUsd }) => [
    METER[meter].title,
    figureText(meter, used),
    allowance === null ? 'no limit' : figureText(meter, allowance),
    figureText(meter, overage),
    usdText(rateMicroUsd),
    usdText(costMicroUsd),
  ]);
  for (const texts of rows) {
    const block = (text: string, column: number) =>
      sheet.block(text, STYLES.cell, { width: grid.innerWidth(column) });
    grid.row(texts.map((text, column) => ({ blocks: [block(text, column)] })));
  }
  grid.end();
  sheet.y += 20;
}

function drawSums(sheet: Sheet, statement: Statement): void {
  const { tier, overageMicroUsd, creditAppliedMicroUsd, creditRemainingMicroUsd } = statement;
  drawSum(sheet, `${TIER_NAMES[tier]}, one month`, usdText(statement.baseMicroUsd));
  drawSum(sheet, 'Overage', usdText(overageMicroUsd));
  drawSum(sheet, 'Paid from credit', usdText(0 - creditAppliedMicroUsd));
  drawSum(sheet, 'Amount due, USD', usdText(statement.amountDueMicroUsd), DUE);
  drawSum(sheet, 'Credit that remains', usdText(creditRemainingMicroUsd), STYLES.label);
}

function drawSum(sheet: Sheet, label: string, amount: string, style: TextStyle = STYLES.value): void {
  const x = PAGE.width - PAGE.right - SUMS_WIDTH;
  const height = style.leading + 9;
  sheet.ornament(() => sheet.hairline(sheet.y, { x, width: SUMS_WIDTH }));
  const draw = () => {
    const named = style === DUE ? STYLES.subheading : style;
    sheet.text(label, named, { x, y: sheet.y + 4 + (style.leading - named.leading) / 2 });
    sheet.text(amount, style, { x, y: sheet.y + 4, width: SUMS_WIDTH, align: 'right' });
  };
  sheet.tagged('P', draw);
  sheet.y += height;
}

function drawNotes(sheet: Sheet, { tier }: Statement): void {
  sheet.y += 22;
  const notes = [
    'Overage is what was used beyond the allowance of the month. Storage is the payload held at the end of the month, in GB of 1,000,000,000 bytes. The credit of the account pays overage first, and nothing else.',
    'Amounts are exact to a millionth of a dollar. Round once, when you collect: the amount due.',
    ...(tier === 'free' ? ['On the Free tier nothing is charged: use ends at the allowance.'] : []),
  ];
  for (const note of notes) {
    sheet.paragraph(note, STYLES.label);
    sheet.y += 4;
  }
}
