export { takeIn } from './answers/take-in.ts';
export { CHANNEL_KINDS, type ChannelKind } from './channel.ts';
export { type Channels, startChannels } from './start.ts';
