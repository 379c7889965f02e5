/**
 * Answers what a person did in Slack. A decision is stored before Slack has its answer, and made after it; views are
 * opened after it, since Slack waits three seconds at most.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { TieResult } from '../../accounts/index.ts';
import type { Card } from '../../card.ts';
import type { Answer } from '../../channel.ts';
import type { SlackApi } from '../api.ts';
import type { Interaction } from './payload.ts';
import { commentView, detailsView, messageView, tieView } from './views.ts';

export interface HandleDeps {
  api: SlackApi;
  /** Where a member makes a code. */
  accountPage: string;
  isTied(account: string): Promise<boolean>;
  tie(account: string, code: string): Promise<TieResult>;
  /** Stores an answer for good; one with a known `answerId` changes nothing. */
  takeIn(answer: Answer): Promise<void>;
  /** An approval as the tenant lets it out; null if the channel's chain has none of this id. */
  cardOf(approvalId: string): Promise<Card | null>;
}

export interface Handled {
  /** The body of the answer; null for an empty one. */
  answer: JsonObject | null;
  /** Call it once Slack has the answer. @throws {ChannelError} */
  afterwards(stop: AbortSignal): Promise<void>;
}

export const DONE: Handled = { answer: null, afterwards: async () => undefined };

export async function handle(deps: HandleDeps, interaction: Interaction): Promise<Handled> {
  switch (interaction.kind) {
    case 'tie':
      return { ...DONE, answer: answerToTie(await deps.tie(interaction.account, interaction.code)) };
    case 'decide':
      return decide(deps, interaction);
    case 'ask_comment':
      return opening(deps, interaction, async () =>
        (await deps.isTied(interaction.account))
          ? commentView(interaction)
          : tieView(interaction.channelId, deps.accountPage),
      );
    case 'ask_details':
      return opening(deps, interaction, async () => {
        const card = await deps.cardOf(interaction.approvalId);
        return card === null ? messageView('Details', 'There is no such approval.') : detailsView(card);
      });
  }
}

async function decide(
  deps: HandleDeps,
  interaction: Extract<Interaction, { kind: 'decide' }>,
): Promise<Handled> {
  const { pressId, channelId, approvalId, account, decision, comment, inView } = interaction;
  if (!(await deps.isTied(account))) {
    const view = tieView(channelId, deps.accountPage);
    if (inView) return { ...DONE, answer: { response_action: 'update', view } };
    return opening(deps, interaction, async () => view);
  }
  await deps.takeIn({ answerId: pressId, approvalId, account, decision, comment });
  return DONE;
}

function opening(
  { api }: HandleDeps,
  { triggerId }: { triggerId: string },
  viewOf: () => Promise<JsonObject>,
): Handled {
  return {
    answer: null,
    async afterwards(stop) {
      await api.call('views.open', { trigger_id: triggerId, view: await viewOf() }, stop);
    },
  };
}

const REFUSALS: Record<Extract<TieResult, string>, string> = {
  wrong: 'This code is wrong, was used, or has expired. Make a new one.',
  too_many: 'Too many codes. Wait ten minutes.',
  taken: 'This Slack account speaks for another member, who has to untie it first.',
};

function answerToTie(result: TieResult): JsonObject {
  if (typeof result === 'string') {
    return { response_action: 'errors', errors: { code: REFUSALS[result] } };
  }
  const { name, email } = result.member;
  const text = `From now on, what you press here are decisions of ${name} (${email}). If this is not you, tell your administrator at once, and untie the account.`;
  return { response_action: 'update', view: messageView('Your account is tied', text) };
}
