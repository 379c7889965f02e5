/**
 * The token in the address of a link that was sent: it stands behind `#`, so no server gets to see it, and it is taken out
 * of the address as soon as it is read, so that it stays in no history.
 */
import { useState } from 'react';

export function useToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
