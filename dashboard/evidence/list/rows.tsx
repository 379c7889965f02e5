/** The table of records, of which only the visible rows are in the page: it can be of any length. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type FocusEvent, type Ref, useRef } from 'react';
import type { Artifact } from '../../../client/api.ts';
import { AgentName } from '../../members/party.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { rowOf } from '../../ui/lists/rows.ts';
import { Ago } from '../../ui/time/time.tsx';
import { typeName } from '../search.ts';
import type { EvidenceColumn } from './columns.tsx';
import styles from './list.module.css';
import { useHasRoomBeside } from './room-beside.ts';
import { agentIn } from './said.ts';

const ROW_HEIGHT = 57;
const OVERSCAN = 12;

/** The rows in view, and where they stand. */
export function useVisibleRows(count: number) {
  const place = useRef<HTMLTableSectionElement>(null);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: place.current?.offsetTop ?? 0,
  });
  const visible = rows
    .getVirtualItems()
    .map(({ index, start }) => ({ index, top: start - rows.options.scrollMargin }));
  return { place, visible, height: rows.getTotalSize(), count };
}

interface RowsProps extends ReturnType<typeof useVisibleRows> {
  columns: readonly EvidenceColumn[];
  /** undefined while it is being read. */
  itemAt: (index: number) => Artifact | undefined;
  /** The id of the record that is open beside the list. */
  open: string | undefined;
}

export function Rows({ place, visible, height, count, columns, itemAt, open }: RowsProps) {
  const hasRoom = useHasRoomBeside();
  const widths = ['minmax(0, 5fr)', ...columns.map(({ width }) => width)].join(' ');
  return (
    <table
      aria-label="Records"
      aria-rowcount={count + 1}
      className={styles.table}
      style={{ '--columns': widths } as CSSProperties}
    >
      <thead className={styles.names}>
        <tr aria-rowindex={1} className={styles.cells}>
          {['Action', ...columns.map(({ name }) => name)].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={place} className={styles.rows} style={{ height }}>
        {visible.map(({ index, top }) => (
          <Row
            key={index}
            index={index}
            top={top}
            item={itemAt(index)}
            columns={columns}
            open={open}
            hasRoom={hasRoom}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<RowsProps, 'columns' | 'open'> {
  index: number;
  /** px from the top of the rows. */
  top: number;
  item: Artifact | undefined;
  /** Whether a record opens beside the list. */
  hasRoom: boolean;
}

type Search = Record<string, unknown>;
const withRecord = (record: string) => (search: Search) => ({ ...search, record });

function Row({ index, top, item, columns, open, hasRoom }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const navigate = useNavigate();
  const agent = item === undefined ? null : agentIn(item);
  // While a record is open, the panel follows the row that has the focus.
  const follow = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget || open === undefined || item === undefined) return;
    void navigate({ to: '.', search: withRecord(item.id) as never, replace: true, resetScroll: false });
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={item !== undefined && open === item.id ? true : undefined}
      className={`${styles.row} ${styles.cells}`}
      style={{ transform: `translateY(${top}px)` }}
      {...rowOf({ Enter: () => link.current?.click() })}
      onFocus={follow}
    >
      {item === undefined ? (
        <td className={styles.coming}>…</td>
      ) : (
        <>
          <td className={styles.what}>
            <RowLink item={item} ref={link} hasRoom={hasRoom} isOpen={open !== undefined} />
            <small>
              {typeName(item.artifact_type)}
              <span className={styles.whenNarrow}>
                {agent !== null && (
                  <>
                    {' · '}
                    <AgentName id={agent} />
                  </>
                )}
                {' · '}
                <Ago time={item.created_at} />
              </span>
            </small>
          </td>
          {columns.map(({ name, cell }) => (
            <td key={name} data-column={name} className={styles.cell}>
              {cell(item)}
            </td>
          ))}
        </>
      )}
    </tr>
  );
}

interface RowLinkProps extends Pick<RowProps, 'hasRoom'> {
  item: Artifact;
  ref: Ref<HTMLAnchorElement>;
  /** Whether a record is open beside the list. */
  isOpen: boolean;
}

/** Opens the record beside the list where there is room, and on a page of its own elsewhere. The whole row is the link. */
function RowLink({ item, ref, hasRoom, isOpen }: RowLinkProps) {
  const { id, action, artifact_type: type } = item;
  const text = <ForeignText oneLine text={action ?? typeName(type)} />;
  if (!hasRoom) {
    return (
      <Link ref={ref} to="/evidence/$id" params={{ id }} className={styles.link}>
        {text}
      </Link>
    );
  }
  return (
    <Link
      ref={ref}
      to="/evidence"
      search={withRecord(id) as never}
      replace={isOpen}
      resetScroll={false}
      className={styles.link}
    >
      {text}
    </Link>
  );
}
