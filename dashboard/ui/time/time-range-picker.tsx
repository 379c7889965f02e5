/** Chooses the period that a page shows. */
import { useMemo } from 'react';
import { Select } from '../forms/select.tsx';
import { useAddress } from '../navigation/address.ts';
import styles from '../time-range.module.css';
import { useNow } from './time.tsx';
import { RANGES, type RangeName, type TimeRange, timeRangeOf, timeSearchOf } from './time-range.ts';

const CUSTOM = 'custom';
const MINUTE_MS = 60_000;
const OPTIONS = [
  ...Object.entries(RANGES).map(([value, { name }]) => ({ value, name })),
  { value: CUSTOM, name: 'From … to …' },
];

/** The range in the address; a moving one moves each minute. */
export function useTimeRange(otherwise?: RangeName): TimeRange {
  const { range, from, to } = timeSearchOf(useAddress()[0]);
  const minute = Math.ceil(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return useMemo(
    () => timeRangeOf({ range, from, to }, minute, otherwise),
    [range, from, to, minute, otherwise],
  );
}

/** @param otherwise the range where the address names none. */
export function TimeRangePicker({ otherwise }: { otherwise?: RangeName }) {
  const { fromMs, toMs, name } = useTimeRange(otherwise);
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const [, change] = useAddress();
  // A cursor from another period does not fit this one.
  const go = (next: Record<string, string>) =>
    change({ cursor: undefined, range: undefined, from: undefined, to: undefined, ...next });
  return (
    <div className={styles.range}>
      <Select
        label="Time"
        options={OPTIONS}
        value={name ?? CUSTOM}
        onValue={(range) => go(range === CUSTOM ? { from, to } : { range })}
      />
      {name === null && (
        <>
          <Day label="From" ms={fromMs} onValue={(day) => go({ from: day, to })} />
          <Day label="Until" ms={toMs} onValue={(day) => go({ from, to: day })} />
        </>
      )}
    </div>
  );
}

function Day({ label, ms, onValue }: { label: string; ms: number; onValue: (iso: string) => void }) {
  const change = (value: string) => {
    const chosen = Date.parse(value);
    if (!Number.isNaN(chosen)) onValue(new Date(chosen).toISOString());
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
