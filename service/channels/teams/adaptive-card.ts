/**
 * A message as an Adaptive Card (version 1.4, which Teams shows). A text block reads Markdown, so foreign text stands in
 * runs of rich text, which read none.
 */
import type { JsonObject } from '@assize/evidence-format';
import { oneLine } from '../../notices/index.ts';
import type { Card, CardContent } from '../card.ts';
import { changeFacts } from '../change-text.ts';
import type { Message } from '../channel.ts';

const MAX_CHARACTERS = 300;
const MAX_CARDS = 10;

const HEADINGS: Record<Card['state'], string> = {
  pending: 'An action waits for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired: it was not carried out',
  used: 'Approved and carried out',
};

export function postedCard({ cards, reason }: Message): JsonObject {
  const shown = cards.slice(0, MAX_CARDS);
  const first = shown[0];
  const heading = cards.length > 1 ? `${cards.length} actions wait for a decision` : headingOf(first, reason);
  const left = cards.length - shown.length;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: heading },
      ...shown.map(containerOf),
      ...(left > 0 ? [textOf(`And ${left} more.`)] : []),
    ],
    actions: shown.length === 1 && first !== undefined ? [opening(first)] : [],
  };
}

function headingOf(card: Card | undefined, reason: Message['reason']): string {
  if (card === undefined) return '';
  return reason === 'reminder' && card.state === 'pending'
    ? 'An action still waits for a decision'
    : HEADINGS[card.state];
}

function opening({ state, url }: Card): JsonObject {
  return { type: 'Action.OpenUrl', title: state === 'pending' ? 'Decide' : 'Show', url };
}

function containerOf(card: Card): JsonObject {
  const { content, decisions, tenant, environment } = card;
  const lines = [
    ...(content === null ? [['Where', `${tenant}, ${environment}`]] : factsOf(content)),
    ...(card.corrections > 0 ? [['Corrected arguments', String(card.corrections)]] : []),
    ...decisions.map(({ decision, by, comment }) => [
      decision === 'approved' ? 'Approved by' : 'Rejected by',
      comment === null ? by : `${by}: ${comment}`,
    ]),
  ];
  const change = content?.change ?? null;
  return {
    type: 'Container',
    separator: true,
    items: [
      ...lines.map(([name = '', value = '']) => lineOf(name, oneLine(value, MAX_CHARACTERS))),
      ...(change === null ? [] : changeFacts(change).map(([name, value]) => lineOf(name, value))),
      ...(card.state === 'pending' ? [textOf(`**Decide until:** ${timeOf(card.expiresAt)}`)] : []),
    ],
    selectAction: opening(card),
  };
}

function factsOf(content: CardContent): [string, string][] {
  const { agentId, userId, action, risk, amount, targets, targetCount, laws, description } = content;
  const agent = agentId === null ? [] : [['Agent', userId === null ? agentId : `${agentId}, for ${userId}`]];
  const named = targets.map(({ kind, value, isKnown }) => `${kind} ${value}${isKnown ? '' : ' (unknown)'}`);
  const left = targetCount - targets.length;
  if (left > 0) named.push(`and ${left} more`);
  return [
    ['Action', action],
    ...(agent as [string, string][]),
    ...(named.length === 0 ? [] : ([['Targets', named.join(', ')]] as [string, string][])),
    ...(amount === null ? [] : ([['Amount', amount]] as [string, string][])),
    ...(risk === null ? [] : ([['Risk', risk]] as [string, string][])),
    ...laws.map(({ name, reason }): [string, string] => [name, reason]),
    ...(description === null ? [] : ([['Purpose', description]] as [string, string][])),
    ...(content.arguments === null ? [] : ([['Arguments', content.arguments]] as [string, string][])),
  ];
}

function lineOf(name: string, value: string): JsonObject {
  return {
    type: 'RichTextBlock',
    inlines: [
      { type: 'TextRun', weight: 'Bolder', text: `${name}: ` },
      { type: 'TextRun', text: value },
    ],
  };
}

function textOf(text: string): JsonObject {
  return { type: 'TextBlock', wrap: true, text };
}

/** Each reader sees it in their own time zone (Adaptive Cards, text features). */
function timeOf(at: number): string {
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  return `{{DATE(${time}, SHORT)}} {{TIME(${time})}}`;
}
