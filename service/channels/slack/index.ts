export { type SlackApi, type SlackNetwork, slackApi } from './api.ts';
export { type DoorDeps, type OpenedSlack, type SlackDoor, slackDoor } from './door.ts';
export { slackManifest } from './manifest.ts';
export { readSlackOptions, readSlackSecrets, type SlackOptions, type SlackSecrets } from './settings.ts';
export { slackChannel, tellPrivately } from './slack.ts';
export { type SlackSockets, slackSockets } from './sockets.ts';
