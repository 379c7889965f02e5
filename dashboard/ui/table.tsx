/** A table that becomes a list of cards where there is no room for columns. */
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './forms/button.tsx';
import { openRow, rowOf } from './lists/rows.ts';
import type { Shortcuts } from './shortcuts.ts';
import styles from './table.module.css';

export interface Column<Item> {
  name: string;
  cell: (item: Item) => ReactNode;
  /** Right-aligned, as numbers are. */
  end?: boolean;
  /** On a card it has no label: it identifies the item, or holds its buttons. */
  bare?: boolean;
}

export interface TableProps<Item> {
  /** The contents of the table, for people who can't see it. */
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Opens an item, by a click anywhere on its row or by `Enter`. Default: `Enter` follows the first link of it. */
  onOpen?: (item: Item) => void;
  /** The meaning of other keys for an item, such as `a` and `r` where it can be decided. */
  actsOf?: (item: Item) => Shortcuts;
  /** The key of the item that is open beside the list. */
  chosen?: string | undefined;
}

export function Table<Item>({ caption, columns, items, keyOf, ...acts }: TableProps<Item>) {
  const place = useRef<HTMLDivElement>(null);
  const fits = useFits(place);
  return (
    <div ref={place} className={styles.scroll} data-fits={fits || undefined}>
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
            <Row key={keyOf(item)} item={item} isChosen={acts.chosen === keyOf(item)} {...acts}>
              {columns.map(({ name, cell, end, bare }) => (
                <td
                  key={name}
                  data-name={name}
                  className={[end && styles.end, bare && styles.bare].filter(Boolean).join(' ') || undefined}
                >
                  {cell(item)}
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Item> extends Pick<TableProps<Item>, 'onOpen' | 'actsOf'> {
  item: Item;
  isChosen: boolean;
  children: ReactNode;
}

/** These, and text that is being selected, take a click themselves. */
const TAKES_CLICKS = 'a, button, input, select, label, summary';

function Row<Item>({ item, isChosen, onOpen, actsOf, children }: RowProps<Item>) {
  const row = useRef<HTMLTableRowElement>(null);
  const open = () => (onOpen ? onOpen(item) : row.current && openRow(row.current));
  const click = ({ target }: MouseEvent) => {
    if ((target as Element).closest(TAKES_CLICKS) || getSelection()?.isCollapsed === false) return;
    onOpen?.(item);
  };
  return (
    <tr
      ref={row}
      {...rowOf({ Enter: open, ...actsOf?.(item) })}
      className={onOpen && styles.opens}
      aria-current={isChosen || undefined}
      onClick={onOpen && click}
    >
      {children}
    </tr>
  );
}

/** Whether a table needs no more room than there is. */
function useFits(place: { current: HTMLElement | null }): boolean {
  const [fits, setFits] = useState(true);
  useLayoutEffect(() => {
    const target = place.current;
    const table = target?.firstElementChild;
    if (!target || !table) return;
    const look = () => setFits(table.scrollWidth <= target.clientWidth);
    const resized = new ResizeObserver(look);
    resized.observe(target);
    resized.observe(table);
    return () => resized.disconnect();
  }, [place]);
  return fits;
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
