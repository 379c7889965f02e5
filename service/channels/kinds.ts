/** The kinds of channels. Each is loaded when the first of its kind is used. */
import type { ChannelKind } from './channel.ts';
import type { Kind } from './kind.ts';

const KINDS: Record<ChannelKind, () => Promise<Kind>> = {
  mail: async () => (await import('./mail/kind.ts')).MAIL,
  push: async () => (await import('./push/kind.ts')).PUSH,
  slack: async () => (await import('./slack/kind.ts')).SLACK,
  teams: async () => (await import('./teams/kind.ts')).TEAMS,
};

export function kindOf(kind: string): Promise<Kind> {
  const load = KINDS[kind as ChannelKind];
  if (load === undefined) throw new Error(`this version knows no channel of the kind ${kind}`);
  return load();
}
