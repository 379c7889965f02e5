/** Surface A: the manifest of a Slack app. */
import { slackManifest } from '../../../channels/slack/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { slackRequestPath } from '../../channel-requests.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const route = routesOf('a', 'Channels');

const MANIFEST = route('getSlackManifest', 'Get the manifest to make your Slack app from', {
  querystring: closed({
    receives: is.optional(
      is.oneOf(
        ['url', 'socket'],
        'url (default): Slack calls this service, which it must reach; socket: the service connects to Slack',
      ),
    ),
  }),
  200: described('The manifest', {
    manifest: is.open('Paste it at api.slack.com/apps, as JSON'),
    request_url: is.orNull(is.text(), 'Where Slack sends presses; null for Socket Mode'),
  }),
});

export const slackA: Noun<Pick<Services, 'config'>> = (app, { config }) => {
  app.get('/channels/slack-manifest', { config: MANAGE, schema: MANIFEST }, async (request) => {
    const { receives = 'url' } = request.query;
    const url =
      receives === 'socket' ? null : `${config.baseUrl}${slackRequestPath(principalOf(request).tenantId)}`;
    return { manifest: slackManifest(url), request_url: url };
  });
};
