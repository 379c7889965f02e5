/**
 * `/openapi.json`, and `/docs` to read it; the page's files come from this server. All of it is loaded at the
 * first request: the description is large, and no verdict needs it.
 */
import type { FastifyInstance, FastifyPluginCallback, RouteHandlerMethod } from 'fastify';

export interface ReferenceOptions {
  /** Opens an application with the same addresses. */
  open: () => Promise<FastifyInstance>;
}

export const referencePage: FastifyPluginCallback<ReferenceOptions> = (app, { open }, done) => {
  let opening: Promise<FastifyInstance> | null = null;
  const opened = (): Promise<FastifyInstance> => {
    opening ??= open().catch((error: unknown) => {
      // After a failure, such as a file that could not be opened, the next caller tries again.
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
    // It answers under its own name, but the request keeps its id.
    request.raw.headers['x-request-id'] = request.id;
    reference.routing(request.raw, reply.raw);
  };
  const route = { config: { scope: 'public' }, schema: { hide: true }, handler } as const;
  app.get('/openapi.json', route);
  app.get('/docs', route);
  app.get('/docs/*', route);
  done();
};
