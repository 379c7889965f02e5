/** Opens a channel as it is stored, for sending. */
import { environmentOf } from '../../tenants/index.ts';
import type { Channel } from '../channel.ts';
import type { ChannelDeps } from '../kind.ts';
import { kindOf } from '../kinds.ts';
import { type ChannelRow, openSecrets, optionsOf } from './channel-row.ts';

/** @throws where its secrets were sealed under another key. */
export async function openChannel(deps: ChannelDeps, row: ChannelRow): Promise<Channel> {
  const { open } = await kindOf(row.kind);
  return open(
    {
      chain: row.chain,
      channelId: row.channel_id,
      environment: await environmentOf(deps.db, row.chain),
      options: optionsOf(row),
      secrets: openSecrets(deps.secretBox, row),
    },
    deps,
  );
}
