/**
 * An approval as a message of Slack: Block Kit, within its limits. It holds what the card holds; a button
 * holds the ids of its channel and approval, and nothing else.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Card, CardChange, CardContent, CardDecision, CardState } from '../../card.ts';
import type { Message } from '../../channel.ts';
import { type Subject, subjectText } from './subject.ts';
import { code, codeBlock, link, marked, plain, shown, time } from './text.ts';

export interface Posted {
  /** Shown in a notification. */
  text: string;
  blocks: JsonObject[];
}

export const PRESSES = {
  approve: 'approve',
  reject: 'reject',
  comment: 'comment',
  details: 'details',
} as const;

/** The cards that a digest lists; the others are only counted. */
const CARDS_IN_DIGEST = 20;
const SHORT = 100;
const LINE = 300;
/** Slack allows 3,000 in a section. */
const SECTION = 2900;
const TARGETS_SHOWN = 10;
const LAWS_SHOWN = 6;
const VALUE = 150;
/** Each line takes up to 420 characters. */
const LINES_IN_SECTION = 6;

const TITLES: Record<CardState, string> = {
  pending: 'Approval needed',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired without a decision',
  used: 'Approved, and carried out',
};
const VERBS = { approved: 'Approved', rejected: 'Rejected' } as const;

/** @param channelId the channel that posts it, which its buttons name. */
export function postedOf({ reason, cards }: Pick<Message, 'reason' | 'cards'>, channelId: string): Posted {
  const [card] = cards;
  if (card !== undefined && cards.length === 1) return ofCard(card, channelId, reason === 'reminder');
  return digest(cards);
}

function ofCard(card: Card, channelId: string, isReminder: boolean): Posted {
  const isPending = card.state === 'pending';
  const title = isReminder && isPending ? 'Reminder: approval needed' : TITLES[card.state];
  const action = card.content === null ? '' : `: ${shown(card.content.action, SHORT)}`;
  return {
    text: `${title}${action}`,
    blocks: [
      { type: 'header', text: plain(title) },
      ...contentBlocks(card),
      ...decisionBlocks(card),
      footer(card),
      ...(isPending && card.content !== null ? [buttons({ channelId, approvalId: card.approvalId })] : []),
    ],
  };
}

/** Everything that the tenant lets out, for the private view. */
export function contentBlocks({ content, corrections }: Card): JsonObject[] {
  if (content === null) return [section(marked('What it asks for stands on its page only.'))];
  const corrected = 'A human has corrected its arguments.';
  return [
    { type: 'section', fields: facts(content).map(([name, value]) => marked(`*${name}*\n${value}`)) },
    ...(content.targetCount === 0 ? [] : [section(marked(targetsOf(content)))]),
    ...(content.laws.length === 0 ? [] : [section(plain(lawsOf(content)))]),
    ...(content.description === null
      ? []
      : [section(plain(shown(content.description, SECTION, { lines: true })))]),
    ...(content.change === null ? [] : changeBlocks(content.change)),
    ...(content.arguments === null ? [] : [section(marked(codeBlock(content.arguments, SECTION)))]),
    ...(corrections === 0 ? [] : [section(plain(corrected))]),
  ];
}

function changeBlocks({ sentence, lines, more }: CardChange): JsonObject[] {
  const said = sentence.map(({ text, isForeign }) => (isForeign ? code(text, SHORT) : text)).join('');
  const shownLines = lines.map(({ what, from, to }) => {
    const place = code(what, SHORT);
    return `• ${place}: ${from === null ? '' : `${code(from, VALUE)} → `}${code(to, VALUE)}`;
  });
  const blocks = [section(marked(said))];
  for (let first = 0; first < shownLines.length; first += LINES_IN_SECTION)
    blocks.push(section(marked(shownLines.slice(first, first + LINES_IN_SECTION).join('\n'))));
  return more === 0 ? blocks : [...blocks, section(plain(`${more} more places change.`))];
}

function facts(content: CardContent): [name: string, value: string][] {
  const rows: [string, string | null][] = [
    ['Action', content.action],
    ['Agent', content.agentId],
    ['For', content.userId],
    ['Risk', content.risk],
    ['Amount', content.amount],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, code(value, LINE)] as const])) as [
    string,
    string,
  ][];
}

function targetsOf({ targets, targetCount }: CardContent): string {
  const listed = targets.slice(0, TARGETS_SHOWN);
  const lines = listed.map(({ kind, value, isKnown }) => {
    return `• ${code(value, SHORT)} (${code(kind, SHORT)}, ${isKnown ? 'known' : '*not known*'})`;
  });
  const rest = targetCount - listed.length;
  if (rest > 0) lines.push(listed.length === 0 ? `• ${rest}` : `• and ${rest} more`);
  return ['*Targets*', ...lines].join('\n');
}

function lawsOf({ laws }: CardContent): string {
  const lines = laws
    .slice(0, LAWS_SHOWN)
    .map(({ name, reason }) => `• ${shown(name, SHORT)}: ${shown(reason, LINE)}`);
  if (laws.length > LAWS_SHOWN) lines.push(`• and ${laws.length - LAWS_SHOWN} more`);
  return ['Why it waits', ...lines].join('\n');
}

/** The latest decisions; a quorum has several. */
export function decisionBlocks(card: Card): JsonObject[] {
  const latest = card.decisions.slice(-5);
  const waits = card.state === 'pending' && card.approvalsNeeded > 1;
  const given = card.decisions.filter(({ decision }) => decision === 'approved').length;
  return [
    ...latest.map(decisionBlock),
    ...(waits ? [context([plain(`${given} of ${card.approvalsNeeded} approvals`)])] : []),
  ];
}

function decisionBlock({ decision, by, from, comment, at }: CardDecision): JsonObject {
  const where = from === null ? '' : ` from ${shown(from, SHORT)}`;
  const said = comment === null || comment === '' ? [] : [plain(`“${shown(comment, LINE)}”`)];
  return context([plain(`${VERBS[decision]} by ${shown(by, SHORT)}${where}`), marked(time(at)), ...said]);
}

function footer(card: Card): JsonObject {
  const until = card.state === 'pending' ? `Ends ${time(card.expiresAt)} · ` : '';
  return context([
    plain(`${shown(card.tenant, SHORT)} · ${shown(card.environment, SHORT)}`),
    marked(`${until}Asked ${time(card.askedAt)} · ${link(card.url, 'Open')}`),
  ]);
}

/** Without its content a person would decide blindly, so `link_only` has none. */
function buttons(subject: Subject): JsonObject {
  const button = (action: string, text: string, style?: 'primary' | 'danger') => ({
    type: 'button',
    action_id: action,
    text: plain(text),
    value: subjectText(subject),
    ...(style === undefined ? {} : { style }),
  });
  return {
    type: 'actions',
    elements: [
      button(PRESSES.approve, 'Approve', 'primary'),
      button(PRESSES.reject, 'Reject', 'danger'),
      button(PRESSES.comment, 'With a comment…'),
      button(PRESSES.details, 'Details'),
    ],
  };
}

function digest(cards: readonly Card[]): Posted {
  const waiting = cards.filter(({ state }) => state === 'pending').length;
  const title = `${cards.length} approvals: ${waiting} waiting`;
  const listed = cards.slice(0, CARDS_IN_DIGEST).map((card) => {
    const { content } = card;
    const what =
      content === null ? 'An approval' : `${code(content.action, LINE)} by ${code(content.agentId, LINE)}`;
    const state =
      card.state === 'pending' ? `ends ${time(card.expiresAt)}` : TITLES[card.state].toLowerCase();
    return section(marked(`${what} · ${state} · ${link(card.url, 'Open')}`));
  });
  const rest = cards.length - listed.length;
  const more = rest > 0 ? [context([plain(`and ${rest} more`)])] : [];
  return { text: title, blocks: [{ type: 'header', text: plain(title) }, ...listed, ...more] };
}

function section(text: JsonObject): JsonObject {
  return { type: 'section', text };
}

function context(elements: JsonObject[]): JsonObject {
  return { type: 'context', elements };
}
