/** The threads of a line, drawn in the gap between what was asked and what came back. They repeat what rows say. */
import { type RefObject, useEffect, useState } from 'react';
import { lanesOf, pathOf, type Run } from './lanes.ts';
import type { Thread } from './line.ts';
import styles from './threads.module.css';

interface Drawn extends Thread {
  path: string;
  /** Where the argument is, px. */
  x: number;
  y: number;
}

interface ThreadsProps {
  threads: readonly Thread[];
  within: RefObject<HTMLElement | null>;
  active: string | null;
}

export function Threads({ threads, within, active }: ThreadsProps) {
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  useEffect(() => {
    const list = within.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => setDrawn(draw(list, threads)));
    observer.observe(list);
    return () => observer.disconnect();
  }, [threads, within]);
  return (
    <svg className={styles.threads} aria-hidden>
      {drawn.map(({ end, from, isForeign, path, x, y }) => (
        <g
          key={end}
          className={styles.thread}
          data-foreign={isForeign || undefined}
          data-active={active === from || undefined}
          data-dimmed={(active !== null && active !== from) || undefined}
        >
          <path d={path} />
          <path d={`M${x + 7} ${y - 4.5}L${x + 1} ${y}L${x + 7} ${y + 4.5}`} />
        </g>
      ))}
    </svg>
  );
}

const LANE_WIDTH = 9;
const MARGIN = 12;

function draw(list: HTMLElement, threads: readonly Thread[]): Drawn[] {
  const frame = list.getBoundingClientRect();
  const boxes = { result: boxesOf(list, 'result'), end: boxesOf(list, 'end'), call: boxesOf(list, 'call') };
  const ends = threads.flatMap((thread) => {
    const result = boxes.result.get(thread.from);
    const row = boxes.end.get(thread.end);
    const card = boxes.call.get(thread.to);
    if (result === undefined || row === undefined || card === undefined) return [];
    const start = { x: result.left - frame.left, y: result.top - frame.top + result.height / 2 };
    const end = { x: card.right - frame.left, y: row.top - frame.top + row.height / 2 };
    return [{ thread, start, end }];
  });
  const lanes = lanesOf(
    runsOf(ends.map(({ thread, start, end }) => ({ ...thread, top: start.y, bottom: end.y }))),
  );
  return ends.map(({ thread, start, end }) => {
    const room = start.x - end.x - 2 * MARGIN;
    const place = Math.min((lanes.get(thread.from) ?? 0) * LANE_WIDTH, Math.max(0, room));
    const lane = start.x - MARGIN - place;
    return { ...thread, path: pathOf(start.x, start.y, lane, end.x + 1, end.y), x: end.x, y: end.y };
  });
}

/** All at once: a search of the page for each thread would make long lines slow. */
function boxesOf(list: HTMLElement, name: string): Map<string, DOMRect> {
  const elements = [...list.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  return new Map(elements.map((each) => [each.dataset[name] ?? '', each.getBoundingClientRect()]));
}

/** The threads of one result share a lane, down to the last of them. */
function runsOf(all: readonly Run[]): Run[] {
  return [...Map.groupBy(all, ({ from }) => from)].map(([from, runs]) => ({
    from,
    top: Math.min(...runs.map(({ top }) => top)),
    bottom: Math.max(...runs.map(({ bottom }) => bottom)),
  }));
}
