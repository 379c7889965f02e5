/** Receivers of all kinds of channels, in this process, and when each message about an approval arrived there. */
import type { TestContext } from 'node:test';
import { pushBrowser, startPushService } from '../../../tests/support/channels/push-receiver.ts';
import { startSlack } from '../../../tests/support/slack/server.ts';
import { startMailServer } from '../../../tests/support/webhooks/mail.ts';
import { startReceiver } from '../../../tests/support/webhooks/receiver.ts';
import type { Context } from '../../context.ts';

const LOOK_EVERY_MS = 2;

interface Place {
  name: string;
  received: readonly unknown[];
  /** The text of a message, which names its approval or its request. */
  textOf(one: unknown): string;
  /** When each message was there, as {@link performance.now} tells. */
  arrivedAt: number[];
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

export async function startReceivers({ cleanup }: Context) {
  const t = { after: (undo: unknown) => void cleanup.add(undo as () => Promise<void>) };
  const owner = t as Pick<TestContext, 'after'>;
  const slack = await startSlack(owner);
  const teams = await startReceiver(owner);
  const mail = await startMailServer(owner);
  const push = await startPushService(owner);
  const browser = pushBrowser();
  const place = <One>(name: string, received: One[], textOf: (one: One) => string): Place => ({
    name,
    received,
    textOf: textOf as Place['textOf'],
    arrivedAt: [],
  });
  const places = [
    place('slack', slack.workspace.messages, ({ blocks }) => JSON.stringify(blocks)),
    place('teams', teams.received, ({ body }) => body),
    place('mail', mail.received, ({ text = '' }) => text),
    place('push', push.rung, (one) => JSON.stringify(browser.open(one))),
  ];
  const looking = setInterval(() => {
    const now = performance.now();
    for (const { received, arrivedAt } of places)
      while (arrivedAt.length < received.length) arrivedAt.push(now);
  }, LOOK_EVERY_MS);
  cleanup.add(() => clearInterval(looking));
  return {
    places,
    teamsUrl: teams.url('/teams'),
    workspace: slack.workspace,
    target: { endpoint: push.url('/browser'), keys: browser.keys },
    environment: {
      ASSIZE_SLACK_API_URL: slack.apiUrl,
      ASSIZE_SMTP_URL: mail.url,
      ASSIZE_SMTP_FROM: 'assize@example.net',
    },
    /** How many messages arrived at the channel that got the fewest. */
    fewest: () => Math.min(...places.map(({ received }) => received.length)),
  };
}
