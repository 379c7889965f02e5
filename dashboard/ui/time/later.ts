/** Follows a value once it has stopped changing. */
import { useEffect, useState } from 'react';

/** @param afterMs how long it must not change. Values are compared by their JSON. */
export function useLater<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text stands for the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
