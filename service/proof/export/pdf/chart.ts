/** The two charts of the report, drawn as vectors: evaluations by verdict, and records over time. */

import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH } from '../../../documents/theme.ts';
import { DAY_MS } from '../../../foundation/clock.ts';
import type { DayCounts, Tally } from './tally.ts';
import { VERDICTS } from './tally.ts';
import { countOf, countText, dateText, nameText, shareText } from './wording.ts';

/** Darker for graver verdicts: they differ in lightness too, so the report can be read in black and white. */
export const VERDICT_COLOURS: Record<string, string> = {
  proceed: '#a8d3bd',
  escalate: '#d1892c',
  block: '#7a1626',
};
/** The colour of all records that are not evaluations. */
export const OTHER_COLOUR = '#dfe4e8';

const BAR_HEIGHT = 16;
const MAX_BARS = 62;
const CHART_HEIGHT = 112;

/** A stacked bar, and below it each verdict with its number and share. */
export function drawVerdicts(sheet: Sheet, { verdicts, evaluations }: Tally): void {
  const shown = [...verdicts].filter(([verdict, count]) => count > 0 || verdict in VERDICT_COLOURS);
  const alt = `Evaluations by verdict: ${shown.map(([verdict, count]) => `${verdict} ${count}`).join(', ')}.`;
  const draw = () => {
    drawStack(
      sheet,
      shown.map(([verdict, count]) => [verdict, count]),
      { x: PAGE.left, y: sheet.y, width: TEXT_WIDTH, height: BAR_HEIGHT, whole: evaluations },
    );
    const column = TEXT_WIDTH / Math.max(shown.length, 4);
    shown.forEach(([verdict, count], place) => {
      const x = PAGE.left + place * column;
      const y = sheet.y + BAR_HEIGHT + 12;
      sheet.text(countText(count), STYLES.figure, { x, y });
      sheet.rectangle(x, y + 26.5, 7, 7, VERDICT_COLOURS[verdict] ?? OTHER_COLOUR);
      const label = `${nameText(verdict)} · ${shareText(count, evaluations)}`;
      sheet.text(label, STYLES.label, { x: x + 11, y: y + 25 });
    });
  };
  sheet.tagged('Figure', draw, undefined, { alt });
  sheet.y += BAR_HEIGHT + 66;
}

interface StackPlace {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The value that fills the whole width. */
  whole: number;
}

/** Parts side by side in proportion; even the smallest part is visible. */
export function drawStack(
  sheet: Sheet,
  parts: readonly (readonly [verdict: string, count: number])[],
  { x, y, width, height, whole }: StackPlace,
): void {
  let left = x;
  for (const [verdict, count] of parts) {
    if (count === 0) continue;
    const wide = Math.max(0.75, (width * count) / Math.max(whole, 1));
    const end = Math.min(left + wide, x + width);
    const from = Math.min(left, end - 0.75);
    drawPart(sheet, verdict, from, y, end - from, height);
    left = end;
  }
}

export interface Span {
  /** The name of the span on the axis: a day, a month or a year. */
  name: string;
  counts: DayCounts;
}

/** Days if they are few, else months, else years, so that the bars stay readable. Includes spans without records. */
export function spansOf(days: Tally['days']): { unit: 'day' | 'month' | 'year'; spans: Span[] } {
  for (const [unit, length] of [
    ['day', 10],
    ['month', 7],
    ['year', 4],
  ] as const) {
    const spans = groupDays(days, length);
    if (spans !== null) return { unit, spans };
  }
  return { unit: 'year', spans: [] };
}

function groupDays(days: Tally['days'], length: 4 | 7 | 10): Span[] | null {
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const spans = new Map<string, DayCounts>();
  for (let day = first; day <= last; day += 1) {
    const name = dateText(day * DAY_MS).slice(0, length);
    const counts = spans.get(name) ?? { proceed: 0, escalate: 0, block: 0, other: 0 };
    spans.set(name, counts);
    if (spans.size > MAX_BARS && length > 4) return null;
    const added = days.get(day);
    if (added === undefined) continue;
    for (const key of Object.keys(counts) as (keyof DayCounts)[]) counts[key] += added[key];
  }
  return [...spans].map(([name, counts]) => ({ name, counts }));
}

export function totalOf({ proceed, escalate, block, other }: DayCounts): number {
  return proceed + escalate + block + other;
}

/** A bar for each span, with the greatest value on the axis, and each value above its bar if there is room. */
export function drawSpans(sheet: Sheet, unit: string, spans: readonly Span[]): void {
  const most = Math.max(1, ...spans.map(({ counts }) => totalOf(counts)));
  const slot = TEXT_WIDTH / Math.max(spans.length, 6);
  const top = sheet.y + 16;
  const floor = top + CHART_HEIGHT;
  const labelled = spans.length <= 14;
  const alt = `Records by ${unit}, ${countOf(spans.length, unit)}, at most ${most} in one.`;
  const draw = () => {
    if (!labelled) drawScale(sheet, most, top, floor);
    spans.forEach(({ name, counts }, place) => {
      const x = PAGE.left + place * slot;
      const wide = Math.min(slot * 0.72, 44);
      drawColumn(sheet, counts, { x: x + (slot - wide) / 2, floor, wide, scale: CHART_HEIGHT / most });
      const total = totalOf(counts);
      if (labelled && total > 0) {
        const y = floor - (CHART_HEIGHT * total) / most - 10;
        sheet.text(countText(total), STYLES.axis, { x, y, width: slot, align: 'centre' });
      }
      if (labelled) sheet.text(name, STYLES.axis, { x, y: floor + 3, width: slot, align: 'centre' });
    });
    sheet.hairline(floor, { colour: COLOURS.faint });
    if (!labelled) drawEnds(sheet, spans, floor + 3);
  };
  sheet.tagged('Figure', draw, undefined, { alt });
  sheet.y = floor + 16;
}

function drawColumn(
  sheet: Sheet,
  counts: DayCounts,
  { x, floor, wide, scale }: { x: number; floor: number; wide: number; scale: number },
): void {
  let y = floor;
  for (const key of [...VERDICTS, 'other'] as const) {
    if (counts[key] === 0) continue;
    const height = Math.max(0.75, counts[key] * scale);
    y -= height;
    drawPart(sheet, key, x, y, wide, height);
  }
}

/** Records that are not evaluations have an outline, which can't be mistaken for a light colour in print. */
export function drawPart(
  sheet: Sheet,
  key: string,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (key !== 'other') sheet.rectangle(x, y, width, height, colourOf(key));
  else sheet.outline(x, y, width, height);
}

function drawScale(sheet: Sheet, most: number, top: number, floor: number): void {
  for (const [value, y] of [
    [most, top],
    [most / 2, (top + floor) / 2],
  ] as const) {
    sheet.hairline(y);
    if (Number.isInteger(value)) sheet.text(countText(value), STYLES.axis, { y: y - 9.5, align: 'left' });
  }
}

function drawEnds(sheet: Sheet, spans: readonly Span[], y: number): void {
  const middle = spans[Math.floor(spans.length / 2)];
  sheet.text(spans[0]?.name ?? '', STYLES.axis, { y });
  if (middle !== undefined) sheet.text(middle.name, STYLES.axis, { y, align: 'centre' });
  sheet.text(spans.at(-1)?.name ?? '', STYLES.axis, { y, align: 'right' });
}

function colourOf(verdict: string): string {
  return VERDICT_COLOURS[verdict] ?? OTHER_COLOUR;
}
