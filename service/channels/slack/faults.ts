/** Slack's errors as errors of a channel. Their words hold Slack's own code and nothing of the request. */
import { ChannelError } from '../channel.ts';

const WORDS_OF_MESSAGE: Record<string, string> = {
  is_archived: 'The conversation is archived.',
  channel_not_found: 'Slack knows no such conversation, or the app may not see it.',
  not_in_channel: 'The app is not in the conversation: invite it there.',
  user_not_in_channel: 'The person is not in the conversation.',
  message_not_found: 'The message was deleted.',
  cant_update_message: 'The message may not be changed.',
  edit_window_closed: 'The message may no longer be changed.',
  restricted_action: 'A setting of the workspace forbids posting there.',
  msg_too_long: 'Slack found the message too long.',
  invalid_blocks: 'Slack refused the form of the message.',
  msg_blocks_too_long: 'Slack found the message too long.',
  trigger_expired: 'The person pressed too long ago.',
  expired_trigger_id: 'The person pressed too long ago.',
  exchanged_trigger_id: 'The person has a view open already.',
  invalid_trigger: 'The person pressed too long ago.',
  invalid_trigger_id: 'The person pressed too long ago.',
};

const WORDS_OF_CHANNEL: Record<string, string> = {
  token_revoked: 'The token was revoked.',
  token_expired: 'The token has expired.',
  invalid_auth: 'Slack does not accept the token.',
  not_authed: 'There is no token.',
  account_inactive: 'The app was removed from the workspace.',
  app_uninstalled: 'The app was removed from the workspace.',
  missing_scope: 'The app lacks a scope: install it again with the manifest.',
  not_allowed_token_type: 'The token is of the wrong kind.',
  no_permission: 'The app lacks a permission.',
  team_access_not_granted: 'The app has no access to the workspace.',
};

/** Everything else that Slack answers may pass. */
const UNKNOWN = 'Slack answered with an error';
const SLOW_DOWN_MS = 30_000;

/** @param error of `@slack/web-api`. */
export function faultOf(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const { code, data, retryAfter, statusCode } = error as {
    code?: string;
    data?: { error?: unknown; response_metadata?: { retryAfter?: unknown } };
    retryAfter?: unknown;
    statusCode?: unknown;
  };
  if (code === 'slack_webapi_rate_limited_error') return later('Slack asks to slow down.', msOf(retryAfter));
  if (code === 'slack_webapi_http_error') return later(`Slack answered ${Number(statusCode)}.`);
  if (code === 'slack_webapi_platform_error')
    return platformFault(String(data?.error), data?.response_metadata?.retryAfter);
  return later('Slack could not be reached.');
}

function platformFault(slackCode: string, retryAfter: unknown): ChannelError {
  if (slackCode === 'ratelimited' || slackCode === 'rate_limited') {
    return later('Slack asks to slow down.', msOf(retryAfter) ?? SLOW_DOWN_MS);
  }
  const ofChannel = WORDS_OF_CHANNEL[slackCode];
  if (ofChannel !== undefined) return new ChannelError('channel', `${ofChannel} (${slackCode})`);
  const ofMessage = WORDS_OF_MESSAGE[slackCode];
  if (ofMessage !== undefined) return new ChannelError('message', `${ofMessage} (${slackCode})`);
  // Its body, where it is not Slack's JSON, stands in the place of the code.
  return later(/^[a-z_]{1,60}$/.test(slackCode) ? `${UNKNOWN} (${slackCode}).` : `${UNKNOWN}.`);
}

function later(words: string, afterMs: number | null = null): ChannelError {
  return new ChannelError('later', words, afterMs);
}

function msOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : null;
}
