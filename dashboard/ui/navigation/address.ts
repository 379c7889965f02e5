/** The state that a page keeps in its address, so that a link shows everyone the same. */
import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Record<string, unknown>;

/** @returns what the address says, unchecked, and a function that changes a part of it. */
export function useAddress(): [search: Search, go: (next: Search, replace?: boolean) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const go = (next: Search, replace = false) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...next }), replace });
  return [search, go];
}
