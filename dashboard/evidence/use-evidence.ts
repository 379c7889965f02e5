/** Searches the evidence; the filters in the address are in `search.ts`. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { paths } from '../../client/api.ts';
import { apiOf, type Environment, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';

export type SearchBody = NonNullable<
  paths['/api/v1/evidence/search']['post']['requestBody']
>['content']['application/json'];

/** Recorded evidence does not change. */
const KEPT_MS = 5 * 60_000;

function found(environment: Environment, body: SearchBody, signal: AbortSignal) {
  return unwrap(apiOf(environment).POST('/api/v1/evidence/search', { body, signal }));
}

/** @returns the query that finds records, newest first. */
export function useEvidence() {
  const environment = useEnvironment();
  return (body: SearchBody, key = '/api/v1/evidence/search') => ({
    queryKey: [environment, key, body],
    queryFn: ({ signal }: { signal: AbortSignal }) => found(environment, body, signal),
  });
}

/** Finds records page by page, each after the cursor of the one before. @param body whose time does not move. */
export function useEvidencePages(body: SearchBody) {
  const environment = useEnvironment();
  return useInfiniteQuery({
    queryKey: [environment, '/api/v1/evidence/search', 'pages', body],
    queryFn: ({ pageParam, signal }) =>
      found(environment, pageParam === null ? body : { ...body, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: KEPT_MS,
  });
}
