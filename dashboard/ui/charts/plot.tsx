/** The drawing of a chart. Loaded only where one is shown. */
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { ChartProps, ChartTone } from './series.ts';
import 'uplot/dist/uPlot.min.css';

interface PlotProps extends ChartProps {
  format: (value: number) => string;
  /** The point under the pointer. */
  onPoint: (place: number | null) => void;
}

const HEIGHT = 220;
const VARIABLES: Record<ChartTone, string> = {
  proceed: '--proceed',
  escalate: '--escalate',
  block: '--block',
  accent: '--accent',
  muted: '--line-strong',
};

export function Plot({ kind, times, series, format, range, onPoint }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = place.current;
    if (target === null) return;
    const draw = (): uPlot => new uPlot(optionsOf(target), dataOf(), target);
    const optionsOf = ({ clientWidth: width }: HTMLElement): uPlot.Options => {
      const axis = axisOf(target);
      return {
        width,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { show: kind === 'lines' } },
        // A bar is drawn to the right of its time, so the bar of the current interval needs extra room.
        scales: {
          ...(kind === 'bars' && { x: { range: () => extentOf(times) } }),
          y: { range: range === undefined ? zeroToMost : [...range] },
        },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((tick) => timeLabel(tick, times)) },
          { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => format(tick)) },
        ],
        series: [{}, ...stacked().map(({ tone }) => seriesOf(colour(target, VARIABLES[tone]), kind))],
        hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
      };
    };
    // The totals are drawn first, and the parts over them.
    const stacked = () => (kind === 'bars' ? series.toReversed() : series);
    const dataOf = (): uPlot.AlignedData => {
      const rows =
        kind === 'bars'
          ? sumsOf(series.map(({ values }) => values)).reverse()
          : series.map(({ values }) => values);
      return [times.map((ms) => ms / 1000), ...rows.map((row) => [...row])];
    };
    let plot = draw();
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const resized = new ResizeObserver(() => {
      if (target.clientWidth !== plot.width) plot.setSize({ width: target.clientWidth, height: HEIGHT });
    });
    resized.observe(target);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [kind, times, series, format, range, onPoint]);
  return <div ref={place} />;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Hours where few days are drawn, otherwise days. @param tick s since the epoch. */
function timeLabel(tick: number, times: readonly number[]): string {
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return (spanMs > 3 * DAY_MS ? dayOf : hourOf).format(tick * 1000);
}

/** From the first interval's beginning to the last one's end, s since the epoch. */
function extentOf(times: readonly number[]): [number, number] {
  const [first = 0, second = first + HOUR_MS] = times;
  const last = times.at(-1) ?? first;
  return [first / 1000, (last + second - first) / 1000];
}

function sumsOf(rows: readonly (readonly (number | null)[])[]): number[][] {
  const sums: number[][] = [];
  for (const row of rows) {
    const below = sums.at(-1);
    sums.push(row.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)));
  }
  return sums;
}

function zeroToMost(_plot: uPlot, _least: number, most: number): [number, number] {
  return [0, most > 0 ? most * 1.08 : 1];
}

function seriesOf(stroke: string, kind: ChartProps['kind']): uPlot.Series {
  if (kind === 'lines') return { stroke, width: 2, points: { show: false }, spanGaps: true };
  const paths = uPlot.paths.bars?.({ size: [0.8, 40], align: 1 });
  return { stroke, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) };
}

function axisOf(target: HTMLElement): uPlot.Axis {
  const line = { stroke: colour(target, '--line'), width: 1 };
  return { stroke: colour(target, '--muted'), grid: line, ticks: line, font: '12px system-ui, sans-serif' };
}

/** The current colour of a CSS variable: a canvas can't use variables. */
function colour(target: HTMLElement, variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  target.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
