/** A path that exists answers every other method with 405 and the methods it does take. */
import type { FastifyInstance } from 'fastify';
import { MethodNotAllowed } from './errors.ts';

/** Call before the routes of `app` are added; @returns what to call after them. */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  let listening = true;
  app.addHook('onRoute', ({ routePath, method }) => {
    if (!listening) return;
    const methods = taken.get(routePath) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    if (methods.has('GET')) methods.add('HEAD');
    taken.set(routePath, methods);
  });
  return () => {
    listening = false;
    for (const [url, methods] of taken) {
      const error = new MethodNotAllowed([...methods].sort());
      app.route({
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        url,
        config: { scope: 'public' },
        schema: { hide: true },
        onRequest: (_request, _reply, done) => done(error),
        handler: () => undefined,
      });
    }
  };
}
