/**
 * The drawing of a chart: bars on each other or lines, with round values at the left and times below. A pointer
 * chooses a point. Colours are those of the page, so that it follows light and dark, and prints.
 */
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from '../chart.module.css';
import { dateFormat } from '../locale/locale.ts';
import { timeTicks, valueTicks } from './scale.ts';
import type { ChartProps } from './series.ts';

interface PlotProps extends ChartProps {
  format: (value: number) => string;
  /** The point that is looked at. */
  at: number | null;
  onPoint: (place: number | null) => void;
}

const HEIGHT = 220;
const TOP = 8;
const BELOW = 24;
/** For a label at an end of the time axis. */
const SIDE = 24;
/** The width of a letter, and the room between an axis and its labels. */
const LETTER = 7;
const GAP = 10;
/** Room for one label of time. */
const TIME_LABEL = 84;
const MOST_BAR = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayOf = dateFormat({ day: 'numeric', month: 'short' });
const hourOf = dateFormat({ hour: '2-digit', minute: '2-digit' });

export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  return (
    <div ref={place} className={styles.plot}>
      {width > 0 && props.times.length > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ width, ...props }: PlotProps & { width: number }) {
  const { times, format, onPoint, at } = props;
  const frame = frameOf(props, width);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    onPoint(nearest(times, frame.timeAt(x), props.kind));
  };
  return (
    <svg
      aria-hidden
      width={width}
      height={HEIGHT}
      className={styles.drawing}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onPoint(null)}
    >
      {frame.values.map((value) => (
        <g key={value}>
          <line
            className={styles.grid}
            x1={frame.left}
            x2={frame.right}
            y1={frame.y(value)}
            y2={frame.y(value)}
          />
          <text className={styles.label} x={frame.left - GAP} y={frame.y(value)} dy="0.35em" textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {frame.moments.map((ms) => (
        <text key={ms} className={styles.label} x={frame.labelX(ms)} y={HEIGHT - 4} textAnchor="middle">
          {(frame.isLong ? dayOf : hourOf).format(ms)}
        </text>
      ))}
      {at !== null && props.kind === 'lines' && <Cursor x={frame.x(times[at] ?? 0)} />}
      {props.kind === 'bars' ? <Bars {...props} frame={frame} /> : <Lines {...props} frame={frame} />}
    </svg>
  );
}

function Cursor({ x }: { x: number }) {
  return <line className={styles.cursor} x1={x} x2={x} y1={TOP} y2={HEIGHT - BELOW} />;
}

function Bars({ times, series, at, frame, isRunning = false }: PlotProps & { frame: Frame }) {
  const step = frame.x((times[0] ?? 0) + frame.everyMs) - frame.x(times[0] ?? 0);
  const width = Math.max(1, Math.min(MOST_BAR, step * 0.72));
  return times.map((ms, place) => {
    const middle = frame.x(ms) + step / 2;
    const isOpen = isRunning && place === times.length - 1;
    const look = [at !== null && at !== place && styles.dim, isOpen && styles.running]
      .filter(Boolean)
      .join(' ');
    let below = 0;
    return (
      <g key={ms} data-bar={isOpen ? 'running' : ''} className={look || undefined}>
        {series.map(({ name, tone, values }) => {
          const value = values[place] ?? 0;
          const from = below;
          below += value;
          if (value <= 0) return null;
          // A single block must be seen beside ten thousand calls that went ahead.
          const height = Math.max(1.5, frame.y(from) - frame.y(below));
          return (
            <rect
              key={name}
              className={styles[tone]}
              x={middle - width / 2}
              y={frame.y(from) - height}
              width={width}
              height={height}
            />
          );
        })}
      </g>
    );
  });
}

function Lines({ times, series, at, frame }: PlotProps & { frame: Frame }) {
  return series.map(({ name, tone, values }) => {
    const points = times.flatMap((ms, place) => {
      const value = values[place];
      return value === null || value === undefined ? [] : [`${frame.x(ms)},${frame.y(value)}`];
    });
    const chosen = at === null ? undefined : values[at];
    const [first] = points;
    return (
      <g key={name} className={styles[tone]}>
        <polyline className={styles.line} points={points.join(' ')} />
        {points.length === 1 && <circle cx={first?.split(',')[0]} cy={first?.split(',')[1]} r={3} />}
        {at !== null && chosen !== null && chosen !== undefined && (
          <circle cx={frame.x(times[at] ?? 0)} cy={frame.y(chosen)} r={4} />
        )}
      </g>
    );
  });
}

interface Frame {
  left: number;
  right: number;
  values: readonly number[];
  moments: readonly number[];
  everyMs: number;
  isLong: boolean;
  x: (ms: number) => number;
  /** Where a time is named: below the middle of its bar, or below its point. */
  labelX: (ms: number) => number;
  y: (value: number) => number;
  timeAt: (x: number) => number;
}

function frameOf({ kind, times, series, range, format }: PlotProps, width: number): Frame {
  const from = times[0] ?? 0;
  const last = times.at(-1) ?? from;
  const everyMs = (times[1] ?? from + HOUR_MS) - from;
  // A bar stands in its interval, so the last one needs that much room.
  const to = kind === 'bars' ? last + everyMs : last === from ? from + 1 : last;
  const values = valueTicks(range?.[1] ?? mostOf(kind, times, series));
  const most = range?.[1] ?? values.at(-1) ?? 1;
  const least = range?.[0] ?? 0;
  const left = Math.max(...values.map((value) => format(value).length)) * LETTER + GAP;
  const right = width - SIDE;
  const bottom = HEIGHT - BELOW;
  const offsetMs = new Date(from).getTimezoneOffset() * 60_000;
  const x = (ms: number) => left + ((ms - from) / (to - from)) * (right - left);
  const middleOf = (ms: number) => from + (Math.floor((ms - from) / everyMs) + 0.5) * everyMs;
  return {
    left,
    right,
    values,
    everyMs,
    isLong: to - from > 3 * DAY_MS,
    moments: timeTicks(from, last, Math.max(2, Math.floor((right - left) / TIME_LABEL)), offsetMs),
    x,
    labelX: (ms) => x(kind === 'bars' ? middleOf(ms) : ms),
    y: (value) => bottom - ((value - least) / (most - least || 1)) * (bottom - TOP),
    timeAt: (x) => from + ((x - left) / (right - left)) * (to - from),
  };
}

function mostOf(kind: ChartProps['kind'], times: readonly number[], series: ChartProps['series']): number {
  const sums = times.map((_, place) => {
    const values = series.map(({ values }) => values[place] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...sums);
}

/** A bar is meant from its beginning on, and a point from both sides. */
function nearest(times: readonly number[], ms: number, kind: ChartProps['kind']): number {
  const after = times.findIndex((time) => time > ms);
  const before = Math.max(0, (after === -1 ? times.length : after) - 1);
  if (kind === 'bars' || after === -1) return before;
  return ms - (times[before] ?? 0) > (times[after] ?? 0) - ms ? after : before;
}

function useWidth(place: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = place.current;
    if (target === null) return;
    setWidth(target.clientWidth);
    const resized = new ResizeObserver(() => setWidth(target.clientWidth));
    resized.observe(target);
    return () => resized.disconnect();
  }, [place]);
  return width;
}
