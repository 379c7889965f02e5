export {
  CHANNEL_DELETED,
  CHANNEL_SET,
  type ChannelOwner,
  type ChannelRow,
  channelsIn,
  findChannel,
  listChannels,
  openSecrets,
  optionsOf,
  type SettingDeps,
  statedChannel,
} from './channel-row.ts';
export { openChannel } from './open.ts';
export { recordDisabledChore } from './record-disabled.ts';
export { changeChannel, createChannel, deleteChannel, MAX_CHANNELS } from './set-up.ts';
export { giveUp, switchChannel } from './switch.ts';
export { type Tested, testChannel } from './test.ts';
