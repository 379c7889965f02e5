/**
 * The token in the address of a link. It stands behind `#`, so no server sees it, and it is taken out of the address
 * as soon as it is read, so no browser history keeps it.
 */
import { useState } from 'react';

export function useToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
