/** Starts posting to channels, deciding by their answers, and forgetting what is old. */
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Mailer } from '../notices/index.ts';
import type { SecretBox } from '../webhooks/endpoints/index.ts';
import { openGuardedFetch, openSender, Sending, type SendingDeps } from '../webhooks/sending/index.ts';
import { type AnswerDeps, answersChore, forgetAnswersChore } from './answers/settle.ts';
import type { ChannelDeps } from './kind.ts';
import { forgetNotificationsChore } from './notifying/index.ts';
import { recordDisabledChore } from './settings/index.ts';
import { type SlackDoor, startSlack } from './slack/index.ts';

export interface StartChannelsDeps extends SendingDeps, Omit<AnswerDeps, 'openedChannels' | 'log'> {
  fillRandom: FillRandom;
  /** null where this node can't read the secrets, so that another has to post. */
  secretBox: SecretBox | null;
  mailer: Mailer | null;
}

export interface Channels extends Started {
  /** The means of channels to send on this thread; null where the secrets can't be read. */
  openedChannels: () => Promise<ChannelDeps | null>;
  /** Takes in what Slack sends. */
  slackDoor: SlackDoor;
}

export function startChannels(deps: StartChannelsDeps): Channels {
  const posting = new Sending(deps, {
    what: 'messages about approvals',
    module: new URL('./outbox/channel-thread.ts', import.meta.url),
    isThereAny,
  });
  let opened: Promise<ChannelDeps> | null = null;
  const openedChannels = async () => {
    const { secretBox } = deps;
    if (secretBox === null) return null;
    opened ??= openDeps(deps, secretBox);
    return opened;
  };
  const slack = startSlack({ ...deps, openedChannels });
  return {
    openedChannels,
    slackDoor: slack.door,
    gauges: [
      {
        name: 'channel_messages_pending',
        help: 'Messages about approvals that are not sent yet, including those that wait for their time.',
        read: () => countOf(deps.db.selectFrom('channel_messages').where('next_at', 'is not', null)),
      },
    ],
    chores: [
      ...(deps.secretBox === null ? [] : [posting.chore()]),
      answersChore({ ...deps, openedChannels }),
      forgetAnswersChore(deps),
      recordDisabledChore(deps),
      forgetNotificationsChore(deps),
      ...(deps.secretBox === null ? [] : slack.chores),
    ],
    async close() {
      await slack.close();
      await posting.close();
      const { sender, guarded } = (await opened) ?? {};
      await sender?.close();
      await guarded?.close();
    },
  };
}

async function isThereAny(db: Database): Promise<boolean> {
  return (await db.selectFrom('channels').select('chain').limit(1).executeTakeFirst()) !== undefined;
}

async function openDeps(deps: StartChannelsDeps, secretBox: SecretBox): Promise<ChannelDeps> {
  const { db, clock, fillRandom, log, mailer, config } = deps;
  const { allowNetworks } = config.webhooks;
  const { baseUrl, mail, slackApiUrl } = config;
  return {
    ...{ db, clock, fillRandom, secretBox, log, mailer },
    sender: await openSender({ allowNetworks, clock }),
    guarded: await openGuardedFetch(allowNetworks),
    config: { baseUrl, mail, slackApiUrl, webhooks: { allowNetworks } },
  };
}
