/** The environment that the page shows. It is in the address, `?env=sandbox`, so a link shows everyone the same. */
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
