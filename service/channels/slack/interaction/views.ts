/** The views that Slack opens for one person: a comment, the details of an approval, and tying their account. */
import type { JsonObject } from '@assize/evidence-format';
import type { Card } from '../../card.ts';
import { contentBlocks, decisionBlocks } from '../message/blocks.ts';
import { type Subject, subjectText } from '../message/subject.ts';
import { link, marked, plain, shown, time } from '../message/text.ts';

export const VIEWS = { comment: 'comment', tie: 'tie' } as const;
/** Slack allows 3,000. */
const MAX_COMMENT = 3000;

export function commentView(subject: Subject): JsonObject {
  const option = (value: string, text: string) => ({ value, text: plain(text) });
  return {
    ...modal('Decide with a comment', 'Decide'),
    callback_id: VIEWS.comment,
    private_metadata: subjectText(subject),
    blocks: [
      input('decision', 'Your decision', {
        type: 'radio_buttons',
        options: [option('approved', 'Approve'), option('rejected', 'Reject')],
      }),
      input('comment', 'Comment', { type: 'plain_text_input', multiline: true, max_length: MAX_COMMENT }),
      note('It is kept as evidence. After a rejection, the agent reads it as an instruction.'),
    ],
  };
}

/** @param accountPage where a member makes a code. */
export function tieView(channelId: string, accountPage: string): JsonObject {
  return {
    ...modal('Tie your account', 'Tie'),
    callback_id: VIEWS.tie,
    private_metadata: channelId,
    blocks: [
      {
        type: 'section',
        text: marked(
          `Assize does not know yet who you are. ${link(accountPage, 'On your account page')}, make a code.`,
        ),
      },
      input('code', 'Code', { type: 'plain_text_input', max_length: 20 }),
      note(
        'Type only a code that you made yourself: from then on, your presses here are decisions of its maker.',
      ),
    ],
  };
}

export function detailsView(card: Card): JsonObject {
  return {
    ...modal('Details'),
    blocks: [
      ...contentBlocks(card),
      ...decisionBlocks(card),
      { type: 'context', elements: [marked(`Ends ${time(card.expiresAt)} · ${link(card.url, 'Open')}`)] },
    ],
  };
}

export function messageView(title: string, text: string): JsonObject {
  return { ...modal(title), blocks: [{ type: 'section', text: plain(shown(text, 2900, { lines: true })) }] };
}

/** @param title at most 24 characters. @param submit null for a view that is only closed. */
function modal(title: string, submit: string | null = null): JsonObject {
  return {
    type: 'modal',
    title: plain(title),
    close: plain(submit === null ? 'Close' : 'Cancel'),
    ...(submit === null ? {} : { submit: plain(submit) }),
  };
}

function input(name: string, label: string, element: JsonObject): JsonObject {
  return { type: 'input', block_id: name, label: plain(label), element: { ...element, action_id: name } };
}

function note(text: string): JsonObject {
  return { type: 'context', elements: [plain(text)] };
}
