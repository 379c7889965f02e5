export type { SlackDoor } from './door.ts';
export { slackManifest } from './manifest.ts';
export { startSlack } from './start.ts';
