/** Opens a channel as it is stored, for sending. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { environmentOf } from '../../tenants/index.ts';
import type { Channel } from '../channel.ts';
import { type ChannelDeps, kindOf } from '../kinds.ts';
import { type ChannelRow, openedSecrets } from './setup.ts';

/** @throws where its secrets were sealed under another key. */
export async function openChannel(deps: ChannelDeps, row: ChannelRow): Promise<Channel> {
  const { open } = await kindOf(row.kind);
  return open(
    {
      chain: row.chain,
      channelId: row.channel_id,
      environment: await environmentOf(deps.db, row.chain),
      options: parseJson(row.options) as JsonObject,
      secrets: openedSecrets(deps.secretBox, row),
    },
    deps,
  );
}
