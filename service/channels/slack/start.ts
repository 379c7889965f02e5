/** Joins Slack's door and connections to the rest of the service: its channels, answers, approvals and members. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { findApprovals } from '../../approvals/index.ts';
import type { LeaseDeps } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import { pagesAt } from '../../members/identity/index.ts';
import { requireSecretBox } from '../../webhooks/endpoints/index.ts';
import type { TieDeps } from '../accounts/index.ts';
import { takeIn } from '../answers/take-in.ts';
import { cardOf } from '../card-of.ts';
import type { ChannelDeps } from '../kind.ts';
import { placeOf } from '../place.ts';
import { type ChannelRow, openSecrets } from '../settings/index.ts';
import { type OpenedSlack, type SlackDoor, slackDoor } from './door.ts';
import type { SlackOptions, SlackSecrets } from './settings.ts';
import { slackSockets } from './sockets.ts';

export interface StartSlackDeps extends TieDeps, LeaseDeps {
  log: Warnings;
  config: { baseUrl: string; slackApiUrl: string };
  /** null where this node can't open the secrets of channels. */
  openedChannels: () => Promise<ChannelDeps | null>;
}

export interface Slack {
  door: SlackDoor;
  chores: Chore[];
  close(): Promise<void>;
}

export function startSlack(deps: StartSlackDeps): Slack {
  const { db, config } = deps;
  const opening = async () => {
    const channels = await deps.openedChannels();
    return { channels, secretBox: requireSecretBox({ secretBox: channels?.secretBox ?? null }) };
  };
  const network = async () => {
    const { channels } = await opening();
    const { fetch, dispatcher } = channels?.guarded ?? {};
    if (fetch === undefined || dispatcher === undefined) throw new Error('there is no network');
    return { apiUrl: config.slackApiUrl, fetch, dispatcher };
  };
  const opened = async (rows: readonly SlackRow[]): Promise<OpenedSlack[]> => {
    if (rows.length === 0) return [];
    const { secretBox } = await opening();
    return rows.map(({ tenant_id: tenantId, ...row }) => ({
      chain: row.chain,
      channelId: row.channel_id,
      tenantId,
      options: parseJson(row.options) as JsonObject as unknown as SlackOptions,
      secrets: openSecrets(secretBox, row) as unknown as SlackSecrets,
    }));
  };
  const door = slackDoor({
    ...deps,
    network,
    accountPage: `${pagesAt(config.baseUrl)}/account`,
    slackOf: async (tenantId) =>
      opened(await slackRows(db).where('chains.tenant_id', '=', tenantId).execute()),
    async takeIn(channel, answer) {
      await takeIn(deps, channel, answer);
    },
    async cardOf({ chain }, approvalId) {
      const [approval] = await findApprovals(db, chain, [approvalId]);
      if (approval === undefined) return null;
      return cardOf(approval, await placeOf(db, chain, config.baseUrl, [approval]));
    },
  });
  const sockets = slackSockets({
    ...deps,
    door,
    network,
    socketChannels: async () => {
      const channels = await opened(await slackRows(db).execute());
      return channels.filter(({ options }) => options.receives === 'socket');
    },
  });
  return {
    door,
    chores: [sockets.chore],
    async close() {
      await sockets.close();
      await door.close();
    },
  };
}

type SlackRow = ChannelRow & { tenant_id: string };

function slackRows(db: Database) {
  return db
    .selectFrom('channels')
    .innerJoin('chains', 'chains.chain', 'channels.chain')
    .selectAll('channels')
    .select('chains.tenant_id')
    .where('channels.kind', '=', 'slack')
    .where('channels.disabled_at', 'is', null);
}
