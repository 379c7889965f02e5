/** The data of a chart. */

export type ChartTone = 'proceed' | 'escalate' | 'block' | 'accent' | 'muted';

export interface Series {
  name: string;
  tone: ChartTone;
  /** One value for each time; null where it is unknown. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** The title, such as `Verdicts by hour`. */
  label: string;
  /** `bars` are stacked; `lines` are not. */
  kind: 'bars' | 'lines';
  /** ms since the epoch, rising. */
  times: readonly number[];
  series: readonly Series[];
  /** A value as text. */
  format?: (value: number) => string;
  /** The last interval is not over, so its bar still grows: it is drawn and said as such. */
  isRunning?: boolean;
  /** The ends of the scale, where the values should not choose them. */
  range?: readonly [number, number];
}
