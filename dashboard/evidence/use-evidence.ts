/** Searches the evidence; the filters in the address are in `search.ts`. */
import type { paths } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';

type SearchBody = NonNullable<
  paths['/api/v1/evidence/search']['post']['requestBody']
>['content']['application/json'];

/** @returns the query that finds records, newest first. */
export function useEvidence() {
  const environment = useEnvironment();
  return (body: SearchBody, key = '/api/v1/evidence/search') => ({
    queryKey: [environment, key, body],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      unwrap(apiOf(environment).POST('/api/v1/evidence/search', { body, signal })),
  });
}
