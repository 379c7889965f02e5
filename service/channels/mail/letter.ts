/** The mail that asks one member for decisions. It says of each request as much as its card does, and has the link. */
import {
  type Envelope,
  factOf,
  type Letter,
  type Mail,
  mailToPerson,
  timeInMail,
} from '../../notices/index.ts';
import type { Card, CardContent } from '../card.ts';
import { changeFacts } from '../change-text.ts';
import type { Message } from '../channel.ts';

/** A request, and where its person decides it. */
export interface Asked {
  card: Card;
  link: string;
}

const LONGEST_IN_SUBJECT = 60;
const MOST_TARGETS = 5;
const LONGEST_ARGUMENTS = 1000;

export function decisionMail(
  envelope: Envelope,
  { messageId, reason }: Pick<Message, 'messageId' | 'reason'>,
  asked: readonly Asked[],
): Mail {
  return mailToPerson(envelope, messageId, letterOf(envelope, reason, asked));
}

function letterOf({ baseUrl }: Envelope, reason: Message['reason'], asked: readonly Asked[]): Letter {
  const [first] = asked;
  const tenant = factOf(first?.card.tenant, LONGEST_IN_SUBJECT);
  const one = asked.length === 1;
  const action = first?.card.content?.action;
  const what = one
    ? `Decide: ${action === undefined ? 'a request' : factOf(action, LONGEST_IN_SUBJECT)}`
    : '';
  const subject = `${one ? what : `${asked.length} decisions wait`} (${tenant})`;
  const heading = one ? 'A decision waits for you' : `${asked.length} decisions wait for you`;
  return {
    subject: reason === 'reminder' ? `Reminder: ${subject}` : subject,
    heading: reason === 'reminder' ? 'A decision still waits for you' : heading,
    paragraphs: ['Without a decision in time, the action is refused.'],
    items: asked.map(({ card, link }) => ({
      title: factOf(card.content?.action ?? 'A request'),
      facts: factsOf(card),
      page: link,
      press: 'See it and decide',
    })),
    advice: [
      'The link is only for you, so do not pass it on. It shows the request, and asks for one press. It works until you have decided.',
      `Choose how you hear of decisions: ${baseUrl}/account`,
    ],
  };
}

function factsOf({ content, environment, expiresAt, approvalsNeeded, decisions, corrections }: Card) {
  const facts: Letter['items'][number]['facts'] = content === null ? [] : factsOfContent(content);
  if (environment !== 'production') facts.push(['Environment', environment]);
  if (corrections > 0) facts.push(['Corrected', `${corrections} of its arguments, by a person`]);
  if (approvalsNeeded > 1) facts.push(['Approvals', `${decisions.length} of ${approvalsNeeded}`]);
  facts.push(['Decide before', timeInMail(new Date(expiresAt).toISOString())]);
  return facts;
}

function factsOfContent(content: CardContent): Letter['items'][number]['facts'] {
  const { agentId, userId, risk, amount, targets, targetCount, laws, description } = content;
  const left = targetCount - Math.min(targets.length, MOST_TARGETS);
  const named = targets
    .slice(0, MOST_TARGETS)
    .map(({ value, isKnown }) => `${factOf(value, LONGEST_IN_SUBJECT)}${isKnown ? '' : ' (unknown)'}`);
  const all: [string, string | null][] = [
    ['Agent', agentId],
    ['For', userId],
    ['Risk', risk],
    ['Amount', amount],
    ['Reaches', named.length === 0 ? null : `${named.join(', ')}${left > 0 ? `, and ${left} more` : ''}`],
    ...laws.map(({ name, reason }): [string, string] => [name, reason]),
    ['Description', description],
  ];
  const facts = all.flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, name === 'Reaches' ? value : factOf(value)]],
  );
  if (content.change !== null) facts.push(...changeFacts(content.change));
  if (content.arguments !== null) facts.push(['Arguments', factOf(content.arguments, LONGEST_ARGUMENTS)]);
  return facts;
}
