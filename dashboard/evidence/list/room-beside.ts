/** Whether a record has room beside the list: up to this width, it has a page of its own. */
import { useSyncExternalStore } from 'react';

const WIDE = '(width > 1100px)';

export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, hasRoomBeside);
}

function subscribe(changed: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

function hasRoomBeside(): boolean {
  return matchMedia(WIDE).matches;
}
