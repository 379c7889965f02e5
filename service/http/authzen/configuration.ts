/**
 * The features of this decision point (AuthZEN, section 9): public, since a caller reads it before it has a
 * key.
 */
import type { FastifyPluginCallback } from 'fastify';

/**
 * Searches are left out: a verdict depends on the arguments and the context, which a search does not have.
 */
export const configurationRoutes: FastifyPluginCallback<{ baseUrl: string }> = (app, { baseUrl }, done) => {
  const options = { config: { scope: 'public' }, schema: { hide: true } } as const;
  const describe = (base: string) => ({
    policy_decision_point: base,
    access_evaluation_endpoint: `${base}/access/v1/evaluation`,
    access_evaluations_endpoint: `${base}/access/v1/evaluations`,
  });
  app.get('/.well-known/authzen-configuration', options, async (_request, reply) => {
    reply.header('cache-control', 'max-age=3600');
    return describe(baseUrl);
  });
  // RFC 8615 puts the well-known part before the path of the decision point.
  app.get('/.well-known/authzen-configuration/sandbox', options, async (_request, reply) => {
    reply.header('cache-control', 'max-age=3600');
    return describe(`${baseUrl}/sandbox`);
  });
  done();
};
