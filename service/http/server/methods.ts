/**
 * A path that exists answers every other method with 405 and its methods. The paths are collected at the
 * first such request: as routes of their own, these answers would be most of the work at the start.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { MethodNotAllowed } from '../answers/refused-requests.ts';

export interface MethodTable {
  /** The answer to a request that matched no route; null if the path has no method. */
  refusalOf(request: FastifyRequest): MethodNotAllowed | null;
  /**
   * Call after the last route. Keeps a path with parameters from taking a method of one without: `:id` does
   * not match `search`.
   */
  guard(): void;
}

/** Call before any route is added. @param maxParamLength the application's own value. */
export function trackMethods(app: FastifyInstance, maxParamLength: number): MethodTable {
  const taken = new Map<string, Set<string>>();
  let listening = true;
  app.addHook('onRoute', ({ url, method }) => {
    // The reference is a separate application and knows its paths.
    if (!listening || url.startsWith('/docs')) return;
    const methods = taken.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    taken.set(url, methods);
  });
  let paths: ReturnType<typeof findMyWay> | null = null;
  return {
    refusalOf({ url }) {
      paths ??= pathsOf(taken.keys(), maxParamLength);
      return refusal(taken.get(paths.find('GET', url)?.store));
    },
    guard() {
      listening = false;
      const patterns = patternsOf(taken);
      for (const [url, methods] of taken) {
        const error = refusal(methods);
        const method = wronglyTaken(patterns, url, methods);
        if (error === null || method.length === 0) continue;
        const config = { scope: 'public' } as const;
        const onRequest = (_request: unknown, _reply: unknown, done: (error: Error) => void) => done(error);
        app.route({ method, url, config, schema: { hide: true }, onRequest, handler: () => undefined });
      }
    },
  };
}

function refusal(methods: ReadonlySet<string> | undefined): MethodNotAllowed | null {
  return methods === undefined ? null : new MethodNotAllowed([...methods].sort());
}

/** Each path is registered under one method, regardless of those it accepts. */
function pathsOf(urls: Iterable<string>, maxParamLength: number): ReturnType<typeof findMyWay> {
  const paths = findMyWay({ maxParamLength });
  for (const url of urls) paths.on('GET', url, () => undefined, url);
  return paths;
}

/** Paths with parameters, by how many parts they have. */
type Patterns = ReadonlyMap<number, { parts: string[]; methods: ReadonlySet<string> }[]>;

/** Splits each once, because every path is compared with all patterns of its length. */
function patternsOf(taken: ReadonlyMap<string, ReadonlySet<string>>): Patterns {
  const patterns = [...taken]
    .filter(([path]) => path.includes(':'))
    .map(([path, methods]) => ({ parts: path.split('/'), methods }));
  return Map.groupBy(patterns, ({ parts }) => parts.length);
}

/** Methods that the path does not accept, but another path that it matches does. */
function wronglyTaken(patterns: Patterns, path: string, own: ReadonlySet<string>): HTTPMethod[] {
  const parts = path.split('/');
  const fitting = (patterns.get(parts.length) ?? []).filter((pattern) => fits(parts, pattern.parts));
  const methods = new Set(fitting.flatMap((pattern) => [...pattern.methods]));
  return [...methods].filter((method) => !own.has(method)) as HTTPMethod[];
}

function fits(parts: readonly string[], pattern: readonly string[]): boolean {
  return pattern.every((part, place) => part.startsWith(':') || part === parts[place]);
}
