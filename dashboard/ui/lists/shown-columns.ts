/** The columns of a table that a person chose to see. The choice stays in this browser. */
import { useState } from 'react';

const STORED = 'assize.columns.';

/**
 * @param list its name, such as `evidence`. @param columns every column there is. @param otherwise those shown until
 * the person chooses.
 */
export function useShownColumns(
  list: string,
  columns: readonly string[],
  otherwise: readonly string[],
): [shown: readonly string[], choose: (shown: readonly string[]) => void] {
  const [shown, setShown] = useState(
    () => storedIn(localStorage.getItem(STORED + list), columns) ?? otherwise,
  );
  const choose = (next: readonly string[]) => {
    setShown(next);
    localStorage.setItem(STORED + list, JSON.stringify(next));
  };
  return [shown, choose];
}

/** @returns null where nothing was chosen, or what was is gone. */
export function storedIn(text: string | null, columns: readonly string[]): readonly string[] | null {
  const stored = ((): unknown => {
    try {
      return JSON.parse(text ?? 'null');
    } catch {
      return null;
    }
  })();
  return columnsIn(stored, columns);
}

/** @returns those that there are, in the order of the table; null where there is none. */
export function columnsIn(stored: unknown, columns: readonly string[]): readonly string[] | null {
  if (!Array.isArray(stored)) return null;
  const known = columns.filter((name) => stored.includes(name));
  return known.length === 0 ? null : known;
}
