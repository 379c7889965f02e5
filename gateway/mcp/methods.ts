/**
 * The methods that may pass in each direction: those of the protocol versions 2025-06-18, 2025-11-25 and 2026-07-28,
 * and of the extensions for tasks and skills. Any other method is refused and never forwarded, so a method that a
 * server makes up can't call a tool.
 */
/** `tools/call` is not among them: it is judged. */
export const CLIENT_REQUESTS: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/directory/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'tasks/update',
  'skills/list',
  'skills/get',
]);

export const CLIENT_NOTIFICATIONS: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'notifications/tasks/status',
]);

export const SERVER_REQUESTS: ReadonlySet<string> = new Set([
  'ping',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
]);

export const SERVER_NOTIFICATIONS: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/skills/list_changed',
  'notifications/elicitation/complete',
  'notifications/tasks/status',
  'notifications/subscriptions/acknowledged',
]);
