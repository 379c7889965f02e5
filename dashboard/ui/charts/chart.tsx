/**
 * Numbers over time: a drawing with a legend for the point under the pointer, and a table for people who can't see
 * it.
 */
import { useState } from 'react';
import styles from '../chart.module.css';
import { formatCount } from '../money.ts';
import { Table } from '../table.tsx';
import { formatMoment } from '../time/time.tsx';
import { Plot } from './plot.tsx';
import type { ChartProps, Series } from './series.ts';

/** With its legend, and its numbers closed; px. */
export const CHART_HEIGHT = 277;

export function Chart(props: ChartProps) {
  const { label, times, series, format = formatCount, isRunning = false } = props;
  const [at, setAt] = useState<number | null>(null);
  const said = (values: Series['values'], place: number): string => {
    const value = values[place];
    return value === null || value === undefined ? '' : format(value);
  };
  const whenOf = (place: number): string => {
    const isOpen = isRunning && place === times.length - 1;
    return `${formatMoment(times[place] ?? 0)}${isOpen ? ', not over yet' : ''}`;
  };
  return (
    <figure>
      <div className={styles.head}>
        <ul className={styles.legend}>
          {series.map(({ name, tone, values }) => (
            <li key={name}>
              <span className={`${styles.swatch} ${styles[tone]}`} />
              {name}
              {at !== null && <strong>{said(values, at)}</strong>}
            </li>
          ))}
          {isRunning && (
            <li>
              <span className={`${styles.swatch} ${styles.runningSwatch}`} />
              Not over yet
            </li>
          )}
        </ul>
        {at !== null && <span>{whenOf(at)}</span>}
      </div>
      <Plot {...props} format={format} at={at} onPoint={setAt} />
      <details className={styles.numbers}>
        <summary>{label}, as numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <div className={styles.scroll} tabIndex={0}>
          <Table
            caption={label}
            columns={[
              { name: 'Time', cell: whenOf },
              ...series.map(({ name, values }) => ({
                name,
                end: true,
                cell: (place: number) => said(values, place),
              })),
            ]}
            items={times.map((_, place) => place).reverse()}
            keyOf={String}
          />
        </div>
      </details>
    </figure>
  );
}
