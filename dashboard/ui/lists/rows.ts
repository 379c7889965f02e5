/**
 * Keyboard through every list: `j` and `k` move the focus from row to row, in whichever list of the page it stands. A
 * row says with {@link rowOf} what other keys do to it.
 */
import type { KeyboardEvent } from 'react';
import { isForPage, type Shortcuts } from '../shortcuts.ts';

const ROW = '[data-row]';

/**
 * The properties of an element that is a row. On a link, `Enter` follows it by itself.
 * @param acts by key, such as `Enter`, `a` for approve, `r` for reject.
 */
export function rowOf(acts: Shortcuts = {}) {
  return {
    'data-row': true,
    tabIndex: -1,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
      if (act === undefined || !isForPage(event.nativeEvent)) return;
      event.preventDefault();
      // The page's own meaning of the key is another one.
      event.stopPropagation();
      act();
    },
  };
}

/** Follows the first link of a row. */
export function openRow(row: HTMLElement): void {
  row.querySelector<HTMLElement>('a[href]')?.click();
}

/** @param step 1: the next row, -1: the one before. */
export function moveThroughRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.offsetParent !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows.find(isInView) : rows[at + step];
  next?.focus();
}

function isInView(row: HTMLElement): boolean {
  const covered = Number.parseFloat(getComputedStyle(row).scrollMarginTop) || 0;
  return row.getBoundingClientRect().top >= Math.min(covered, innerHeight / 2);
}
