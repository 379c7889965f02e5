/** Requests that chat services send: each is signed, and only its signature says where it comes from. */
import type { FastifyPluginAsync } from 'fastify';
import type { SlackDoor } from '../channels/slack/index.ts';
import { errorHandler } from './answers/errors.ts';

/** One address for all channels of a tenant: Slack sends the presses in an app to one address. */
export const slackRequestPath = (tenantId: string) => `/channels/slack/${tenantId}`;

export const channelRequests: FastifyPluginAsync<{ services: { slackDoor: SlackDoor } }> = async (
  app,
  { services },
) => {
  app.setErrorHandler(errorHandler('a'));
  app.removeAllContentTypeParsers();
  // The signature is over the bytes that arrived.
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  );
  app.post<{ Params: { tenant_id: string }; Body: Buffer }>(
    slackRequestPath(':tenant_id'),
    { config: { scope: 'public' }, schema: { hide: true } as object },
    async (request, reply) => {
      const { answer, afterwards } = await services.slackDoor.receive(request.params.tenant_id, {
        signature: header(request.headers['x-slack-signature']),
        timestamp: header(request.headers['x-slack-request-timestamp']),
        body: request.body,
      });
      reply.raw.once('finish', afterwards);
      return answer ?? reply.code(200).send();
    },
  );
};

function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
