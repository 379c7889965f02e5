/** Chooses the period that a page shows. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import styles from '../time-range.module.css';
import { useNow } from './time.tsx';
import { RANGES, type RangeName, type TimeRange, timeRangeOf, timeSearchOf } from './time-range.ts';

const CUSTOM = 'custom';
const MINUTE_MS = 60_000;

/** The range in the address; a moving one moves each minute. */
export function useTimeRange(otherwise?: RangeName): TimeRange {
  const { range, from, to } = timeSearchOf(useSearch({ strict: false }) as Record<string, unknown>);
  const minute = Math.ceil(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return useMemo(
    () => timeRangeOf({ range, from, to }, minute, otherwise),
    [range, from, to, minute, otherwise],
  );
}

/** @param otherwise the range where the address names none. */
export function TimeRangePicker({ otherwise }: { otherwise?: RangeName }) {
  const { fromMs, toMs, name } = useTimeRange(otherwise);
  const navigate = useNavigate();
  const go = (next: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      // A cursor from another period does not fit this one.
      search: (previous) => ({
        ...previous,
        cursor: undefined,
        range: undefined,
        from: undefined,
        to: undefined,
        ...next,
      }),
    });
  const choose = (value: string) =>
    go(
      value === CUSTOM
        ? { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
        : { range: value },
    );
  return (
    <div className={styles.range}>
      <select
        aria-label="Time"
        className={styles.select}
        value={name ?? CUSTOM}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(RANGES).map(([value, range]) => (
          <option key={value} value={value}>
            {range.name}
          </option>
        ))}
        <option value={CUSTOM}>From … to …</option>
      </select>
      {name === null && (
        <>
          <Day label="From" ms={fromMs} onChange={(from) => go({ from, to: new Date(toMs).toISOString() })} />
          <Day label="Until" ms={toMs} onChange={(to) => go({ from: new Date(fromMs).toISOString(), to })} />
        </>
      )}
    </div>
  );
}

function Day({ label, ms, onChange }: { label: string; ms: number; onChange: (iso: string) => void }) {
  const change = (value: string) => {
    const chosen = Date.parse(value);
    if (!Number.isNaN(chosen)) onChange(new Date(chosen).toISOString());
  };
  return (
    <input
      type="datetime-local"
      aria-label={label}
      className={styles.day}
      defaultValue={localOf(ms)}
      onBlur={({ target }) => change(target.value)}
    />
  );
}

/** In the form of the input: local time, to the minute. */
function localOf(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
