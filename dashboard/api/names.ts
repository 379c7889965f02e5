/** Finds the names behind ids: those that a page asks for at once go into few calls, and each is kept for a while. */
import { useQuery } from '@tanstack/react-query';
import type { Environment } from './client.ts';
import { useEnvironment } from './environment.ts';
import { inCalls } from './in-calls.ts';
import { type ReadData, read, readKey } from './read.ts';

/** Parties did something, as records name them: members and keys. Agents are asked for apart, since they choose their ids. */
export type NamedAs = 'party' | 'agent';
export type Named = ReadData<'/api/v1/names'>['names'][number];

const PATH = '/api/v1/names';
const KEPT_MS = 5 * 60_000;
/** Ids that a page shows together are asked for together. */
const GATHERED_FOR_MS = 20;

interface Wanted {
  as: NamedAs;
  id: string;
  resolve: (named: Named | null) => void;
  reject: (error: unknown) => void;
}

const gathered = new Map<Environment, Wanted[]>();

/** null until it is known, and for an id without a name. */
export function useNamed(as: NamedAs, id: string): Named | null {
  const environment = useEnvironment();
  const query = useQuery({
    queryKey: readKey(environment, PATH, [as, id]),
    queryFn: () => namedLater(environment, as, id),
    staleTime: KEPT_MS,
    enabled: id !== '',
  });
  return query.data ?? null;
}

function namedLater(environment: Environment, as: NamedAs, id: string): Promise<Named | null> {
  return new Promise((resolve, reject) => {
    const wanted = gathered.get(environment);
    const one = { as, id, resolve, reject };
    if (wanted !== undefined) return void wanted.push(one);
    gathered.set(environment, [one]);
    setTimeout(() => {
      const all = gathered.get(environment) ?? [];
      gathered.delete(environment);
      for (const some of inCalls(all)) void ask(environment, some);
    }, GATHERED_FOR_MS);
  });
}

async function ask(environment: Environment, some: readonly Wanted[]): Promise<void> {
  const idsOf = (kind: NamedAs) => some.filter(({ as }) => as === kind).map(({ id }) => id);
  try {
    const query = { party: idsOf('party'), agent: idsOf('agent') };
    const { names } = await read(environment, PATH, { params: { query } });
    for (const { as, id, resolve } of some) {
      resolve(
        names.find((named) => named.id === id && (named.kind === 'agent') === (as === 'agent')) ?? null,
      );
    }
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}
