/** The state that a page keeps in its address, so that a link shows everyone the same. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Search = Record<string, unknown>;

/** @returns what the address says, unchecked, and a function that changes a part of it. */
export function useAddress(): [search: Search, go: (next: Search, replace?: boolean) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const go = (next: Search, replace = false) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...next }), replace });
  return [search, go];
}

/**
 * A dialog of a page that a link can open too, as `?open=invite`: whether it is open, and functions that open and close
 * it.
 */
export function useOpened(name: string): [isOpen: boolean, open: () => void, close: () => void] {
  const [search, go] = useAddress();
  const isAsked = search.open === name;
  const [isOpen, setIsOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setIsOpen(true);
  }, [isAsked]);
  const close = () => {
    setIsOpen(false);
    if (isAsked) go({ open: undefined }, true);
  };
  return [isOpen, () => setIsOpen(true), close];
}
