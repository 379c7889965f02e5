/** Reads and writes for pages, through one cache. Cache keys begin with the environment, so the two never mix. */
import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Client, FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from '../../client/api.ts';
import { ApiError, apiOf, type Environment, prefixOf, unwrap } from './client.ts';
import { useEnvironment } from './environment.ts';
import { noteHeld } from './held.ts';

/** The paths that can be read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never;
}[keyof paths];
export type ReadInit<Path extends ReadPath> = MaybeOptionalInit<paths[Path], 'get'>;
// The result of a successful call.
type Operation<Path extends ReadPath> = paths[Path] extends {
  get: infer Get extends Record<string | number, unknown>;
}
  ? Get
  : never;
/** The body of an answer. A text is the same route's stream, for callers that ask for one. */
export type ReadData<Path extends ReadPath> = Exclude<
  NonNullable<
    FetchResponse<Operation<Path>, MaybeOptionalInit<paths[Path], 'get'>, 'application/json'>['data']
  >,
  string
>;

export interface ReadOptions {
  /** False: do not read yet. */
  enabled?: boolean;
  /** Polls at this interval, ms. */
  everyMs?: number | false;
  /** Keeps the current page on screen while another one loads. */
  keep?: boolean;
}

export function readKey(environment: Environment, path: string, init?: unknown): unknown[] {
  return init === undefined ? [environment, path] : [environment, path, init];
}

type AnyGet = (
  path: string,
  init: unknown,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function read<Path extends ReadPath>(
  environment: Environment,
  path: Path,
  init: ReadInit<Path>,
  signal?: AbortSignal,
): Promise<ReadData<Path>> {
  const get = apiOf(environment).GET as unknown as AnyGet;
  return unwrap(get(path, { ...(init as object), signal })) as Promise<ReadData<Path>>;
}

/** Reads a path of the API, for example `useRead('/api/v1/approvals', { params: { query: { status: 'pending' } } })`. */
export function useRead<Path extends ReadPath>(
  path: Path,
  init: ReadInit<Path>,
  { enabled = true, everyMs = false, keep = false }: ReadOptions = {},
): UseQueryResult<ReadData<Path>> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: readKey(environment, path, init),
    queryFn: ({ signal }) => read(environment, path, init, signal),
    enabled,
    refetchInterval: everyMs,
    ...(keep && { placeholderData: keepPreviousData as never }),
  });
}

/** Reads a path whose answer is a text. */
export function useText(path: string, options: { retryDelay?: number } = {}): UseQueryResult<string> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: readKey(environment, path),
    queryFn: async ({ signal }) => {
      const answer = await fetch(prefixOf(environment) + path, { signal });
      if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
      return answer.text();
    },
    ...options,
  });
}

/** Reads everything from these paths again, where it is shown. */
export async function refresh(
  queries: QueryClient,
  environment: Environment,
  stale: readonly ReadPath[],
): Promise<void> {
  await Promise.all(stale.map((path) => queries.invalidateQueries({ queryKey: readKey(environment, path) })));
}

/**
 * Changes something, then reads again everything that depends on it.
 * @param act gets the client of the environment; for example `(api, id: string) => api.POST('/api/v1/…', …)`.
 * @param stale the paths whose answers it changes.
 */
export function useWrite<Input, Data>(
  act: (api: Client<paths>, input: Input) => Promise<{ data?: Data; error?: unknown; response: Response }>,
  stale: readonly ReadPath[],
): UseMutationResult<Data, Error, Input> {
  const environment = useEnvironment();
  const queries = useQueryClient();
  return useMutation<Data, Error, Input>({
    mutationFn: (input) => unwrap(act(apiOf(environment), input)),
    onSuccess: () => refresh(queries, environment, stale),
    // Someone else changed it first, so this page is out of date.
    onError: (error) => {
      if (error instanceof ApiError && error.approvalId !== null) noteHeld(error.approvalId);
      if (error instanceof ApiError && error.status === 409) void refresh(queries, environment, stale);
    },
  });
}
