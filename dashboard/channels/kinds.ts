/** The kinds of channels, and the fields that each needs. */
import type { Channel } from '../../client/api.ts';
import type { KindField } from '../receivers/kind-fields.tsx';

export type ChannelKind = 'slack' | 'teams' | 'mail' | 'push';

export interface KindOfChannel {
  title: string;
  /** Says what it does, in one sentence. */
  does: string;
  options: readonly KindField[];
  /** They go in, and never come back. */
  secrets: readonly KindField[];
}

export const KINDS: Record<ChannelKind, KindOfChannel> = {
  slack: {
    title: 'Slack',
    does: 'Posts each approval into a conversation, with buttons to decide there.',
    options: [
      { name: 'workspace', label: 'Workspace', placeholder: 'T012ABCDE' },
      { name: 'app', label: 'App', placeholder: 'A012ABCDE' },
      {
        name: 'conversation',
        label: 'Conversation',
        placeholder: 'C012ABCDE',
        hint: 'Invite the app to it: /invite @Assize.',
      },
    ],
    secrets: [{ name: 'bot_token', label: 'Bot token', hint: 'It begins with xoxb-.' }],
  },
  teams: {
    title: 'Microsoft Teams',
    does: 'Posts each approval as a card, with a button that opens the decision page.',
    options: [],
    secrets: [
      {
        name: 'url',
        label: 'URL of the workflow',
        hint: 'In Teams, add the workflow “Post to a channel when a webhook request is received”, and copy its URL.',
      },
    ],
  },
  mail: {
    title: 'E-mail',
    does: 'Writes to each person who is asked, with a button that opens the decision page.',
    options: [],
    secrets: [],
  },
  push: {
    title: 'Push',
    does: 'Rings the telephones and browsers that people have added on their account page.',
    options: [],
    secrets: [],
  },
};

/** @throws for a kind that the service makes and this page does not know. */
export function kindOf({ kind }: Pick<Channel, 'kind'>): ChannelKind {
  const known = KIND_NAMES.find((each) => each === kind);
  if (known === undefined) throw new Error(`The page knows no channel of the kind ${kind}.`);
  return known;
}

export const KIND_NAMES = Object.keys(KINDS) as ChannelKind[];

/** How Slack's presses arrive, with the secret that each way needs. */
export const RECEIVES = {
  socket: {
    title: 'The service keeps a connection to Slack (Socket Mode)',
    secret: { name: 'app_token', label: 'App token', hint: 'It begins with xapp-.' },
  },
  url: {
    title: 'Slack calls the service, which has a public address',
    secret: { name: 'signing_secret', label: 'Signing secret', hint: 'In Slack, under Basic Information.' },
  },
} as const;
export type Receives = keyof typeof RECEIVES;

/** The secrets that a channel needs. */
export function secretsOf(kind: ChannelKind, receives: Receives): readonly KindField[] {
  const { secrets } = KINDS[kind];
  return kind === 'slack' ? [...secrets, RECEIVES[receives].secret] : secrets;
}

const REASONS = {
  asked: 'Someone here disabled it.',
  refused: 'The service behind it accepts nothing more. Repair it, then enable it.',
  failing: 'Nothing could be sent for days. Repair it, then enable it.',
};

/** Why nothing is sent by it; null while all is well. */
export function troubleOf({
  status,
  disabled_reason: reason,
}: Pick<Channel, 'status' | 'disabled_reason'>): string | null {
  if (status !== 'disabled') return null;
  return REASONS[reason ?? 'asked'];
}
