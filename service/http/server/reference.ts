/**
 * `/openapi.json`, and `/docs` to read it on; the page's files come from this server. What makes them is loaded when
 * the first one asks: the description is large, and no verdict needs it.
 */
import type { FastifyInstance, FastifyPluginCallback, RouteHandlerMethod } from 'fastify';

export interface ReferenceOptions {
  /** An application that has the same addresses. */
  open: () => Promise<FastifyInstance>;
}

export const referencePage: FastifyPluginCallback<ReferenceOptions> = (app, { open }, done) => {
  let opening: Promise<FastifyInstance> | null = null;
  const opened = (): Promise<FastifyInstance> => {
    opening ??= open().catch((error: unknown) => {
      // Such as a file that could not be opened: the next caller tries again.
      opening = null;
      throw error;
    });
    return opening;
  };
  app.addHook('onClose', async () => {
    await (await opening)?.close();
  });

  const handler: RouteHandlerMethod = async (request, reply) => {
    const reference = await opened();
    reply.hijack();
    // It answers in its own name, but the request keeps the one it has here.
    request.raw.headers['x-request-id'] = request.id;
    reference.routing(request.raw, reply.raw);
  };
  const route = { config: { scope: 'public' }, schema: { hide: true }, handler } as const;
  app.get('/openapi.json', route);
  app.get('/docs', route);
  app.get('/docs/*', route);
  done();
};
