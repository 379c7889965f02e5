/** Which environment the page shows: it is in its address, `?env=sandbox`, so a link shows the same to everyone. */
import { getRouteApi } from '@tanstack/react-router';
import type { Environment } from './client.ts';

export interface RootSearch {
  env?: 'sandbox' | undefined;
}

const root = getRouteApi('__root__');

export function useEnvironment(): Environment {
  const { env } = root.useSearch() as RootSearch;
  return env ?? 'production';
}
