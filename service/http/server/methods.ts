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
      for (const [url, methods] of [...taken]) {
        const error = refusal(methods);
        const method = wronglyTaken(taken, url);
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

/** Methods that the path does not accept, but another path that it matches does. */
function wronglyTaken(taken: ReadonlyMap<string, ReadonlySet<string>>, path: string): HTTPMethod[] {
  const own = taken.get(path);
  const wrong = new Set<string>();
  for (const [other, methods] of taken) {
    if (other === path || !other.includes(':') || !fits(path, other)) continue;
    for (const method of methods) if (!own?.has(method)) wrong.add(method);
  }
  return [...wrong] as HTTPMethod[];
}

function fits(path: string, other: string): boolean {
  const [parts, wanted] = [path.split('/'), other.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, place) => part.startsWith(':') || part === parts[place])
  );
}
