/** Views of the evidence: filters and columns under a name. Those that a person saves stay in this browser. */
import { useState } from 'react';
import { columnsIn } from '../../ui/lists/shown-columns.ts';
import { type EvidenceSearch, evidenceSearchOf } from '../search.ts';

export interface EvidenceView {
  name: string;
  search: EvidenceSearch;
  /** null where it leaves the columns as they are. */
  columns: readonly string[] | null;
}

export const READY_VIEWS: readonly EvidenceView[] = [
  { name: 'All', search: {}, columns: null },
  { name: 'Held for a human', search: { verdict: 'escalate' }, columns: null },
  { name: 'Blocked', search: { verdict: 'block' }, columns: null },
  { name: 'Changes of governance', search: { type: 'governance_change' }, columns: null },
];

const STORED = 'assize.evidence.views';
const MOST_VIEWS = 20;
export const MAX_NAME = 40;

/** @param text as stored. @param columns every column there is. Ignores what is not a view. */
export function viewsIn(text: string | null, columns: readonly string[]): EvidenceView[] {
  const stored = ((): unknown => {
    try {
      return JSON.parse(text ?? '[]');
    } catch {
      return [];
    }
  })();
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((each: unknown) => {
      const { name, search, columns: chosen } = (each ?? {}) as Record<string, unknown>;
      const isView = typeof name === 'string' && name !== '' && typeof search === 'object' && search !== null;
      if (!isView) return [];
      const known = evidenceSearchOf(search as Record<string, unknown>);
      return [{ name: name.slice(0, MAX_NAME), search: known, columns: columnsIn(chosen, columns) }];
    })
    .slice(0, MOST_VIEWS);
}

/** A view with the same name is replaced. @returns null where there are too many. */
export function withView(views: readonly EvidenceView[], view: EvidenceView): EvidenceView[] | null {
  const others = views.filter(({ name }) => name !== view.name);
  return others.length < MOST_VIEWS ? [...others, view] : null;
}

/** Whether the list shows what the view holds. */
export function isView(view: EvidenceView, search: EvidenceSearch, shown: readonly string[]): boolean {
  const { columns } = view;
  return isSameSearch(view.search, search) && (columns === null || columns.join() === shown.join());
}

function isSameSearch(one: EvidenceSearch, other: EvidenceSearch): boolean {
  const partsOf = (search: EvidenceSearch) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, value]) => value !== undefined)
        .sort(),
    );
  return partsOf(one) === partsOf(other);
}

/** @param columns every column there is. */
export function useSavedViews(
  columns: readonly string[],
): [views: readonly EvidenceView[], keep: (views: EvidenceView[]) => void] {
  const [views, setViews] = useState(() => viewsIn(localStorage.getItem(STORED), columns));
  const keep = (next: EvidenceView[]) => {
    setViews(next);
    localStorage.setItem(STORED, JSON.stringify(next));
  };
  return [views, keep];
}
