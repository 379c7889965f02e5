/** What a chart draws. */

export type ChartTone = 'proceed' | 'escalate' | 'block' | 'accent' | 'muted';

export interface Series {
  name: string;
  tone: ChartTone;
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is drawn, such as `Verdicts by hour`. */
  label: string;
  /** `bars` are stacked; `lines` are not. */
  kind: 'bars' | 'lines';
  /** ms since the epoch, rising. */
  times: readonly number[];
  series: readonly Series[];
  /** A value as text. */
  format?: (value: number) => string;
  /** The scale's ends, where the values should not choose them. */
  range?: readonly [number, number];
}
