/** The manifest from which Slack makes the app of a tenant: only what the service uses. */
import type { JsonObject } from '@assize/evidence-format';

/** Posting into conversations that the app was invited to, and nothing else. */
const BOT_SCOPES = ['chat:write'];

/** @param requestUrl where Slack sends presses; null for Socket Mode. */
export function slackManifest(requestUrl: string | null): JsonObject {
  return {
    display_information: {
      name: 'Assize',
      description: 'Approves or rejects what AI agents want to do',
    },
    features: { bot_user: { display_name: 'Assize', always_online: true } },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      interactivity: {
        is_enabled: true,
        ...(requestUrl === null ? {} : { request_url: requestUrl }),
      },
      org_deploy_enabled: false,
      socket_mode_enabled: requestUrl === null,
      token_rotation_enabled: false,
    },
  };
}
