/** A table that becomes a list of cards where there is no room for columns. */
import type { ReactNode } from 'react';
import { Button } from './forms/button.tsx';
import styles from './table.module.css';

export interface Column<Item> {
  name: string;
  cell: (item: Item) => ReactNode;
  /** Right-aligned, as numbers are. */
  end?: boolean;
  /** On a card it has no label: it identifies the item, or holds its buttons. */
  bare?: boolean;
}

interface TableProps<Item> {
  /** The contents of the table, for people who can't see it. */
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
}

export function Table<Item>({ caption, columns, items, keyOf }: TableProps<Item>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, end }) => (
              <th key={name} scope="col" className={end ? styles.end : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ name, cell, end, bare }) => (
                <td
                  key={name}
                  data-name={name}
                  className={[end && styles.end, bare && styles.bare].filter(Boolean).join(' ') || undefined}
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The buttons of an item, in its last column. */
export function RowActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}

export interface PagesProps {
  /** The cursor of the current page. The first page has none. */
  cursor: string | undefined;
  /** The cursor of the next page, if there is one. */
  next: string | null;
  /** undefined: back to the first page. */
  onTurn: (cursor: string | undefined) => void;
  first?: string;
  more?: string;
}

/** Pages through a list. The words fit one that begins with the newest item. */
export function Pages({ cursor, next, onTurn, first = 'Newest', more = 'Older' }: PagesProps) {
  if (cursor === undefined && next === null) return null;
  return (
    <div className={styles.pages}>
      {cursor !== undefined && <Button onClick={() => onTurn(undefined)}>{first}</Button>}
      {next !== null && <Button onClick={() => onTurn(next)}>{more}</Button>}
    </div>
  );
}
