/** A list of the API in a card: its table, its pages, and what stands there while it is empty. */
import { type ReactNode, useState } from 'react';
import { Card } from './page.tsx';
import { Empty, Loaded, type Loading } from './state.tsx';
import { type Column, Pages, type PagesProps, Table, type TableProps } from './table.tsx';

interface ListProps<Data, Item> {
  query: Loading<Data>;
  items: (data: Data) => readonly Item[];
  /** The contents of the table, for people who can't see it. */
  caption: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  onOpen?: TableProps<Item>['onOpen'];
  actsOf?: TableProps<Item>['actsOf'];
  chosen?: string | undefined;
  /** Shown without items. Default: nothing, not even the card. */
  empty?: readonly [title: string, text?: string, next?: ReactNode];
  title?: string;
  actions?: ReactNode;
  lines?: number;
  pages?: Omit<PagesProps, 'next'>;
  /** Shown below the table. */
  children?: ReactNode;
}

export function List<Data, Item>(props: ListProps<Data, Item>) {
  const { query, items, empty, title, actions, lines, pages, children, ...table } = props;
  const found = query.data && items(query.data);
  if (found?.length === 0 && empty === undefined) return null;
  return (
    <Card title={title} actions={actions} flush>
      <Loaded query={query} lines={lines}>
        {(data) => {
          const shown = items(data);
          if (shown.length === 0 && empty) {
            const [name, text, next] = empty;
            return (
              <Empty title={name} next={next}>
                {text}
              </Empty>
            );
          }
          return (
            <>
              <Table {...table} items={shown} />
              {children}
              {pages && (
                <Pages {...pages} next={(data as { next_cursor?: string | null }).next_cursor ?? null} />
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** The place in a list that is read page by page: `at` goes into the query, `pages` to the {@link List}. */
export function useCursor() {
  const [cursor, onTurn] = useState<string>();
  return { at: cursor === undefined ? {} : { cursor }, pages: { cursor, onTurn } };
}
