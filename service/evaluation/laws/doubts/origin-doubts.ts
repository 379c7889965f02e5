/**
 * Doubts by where the values of an act came from: someone whom only a stranger's text named, a link that a stranger
 * wrote and the agent passes on, an address that carries what was read, and a session that could be led to leak. All of
 * them ask a human, and none forbids.
 */

import type { JsonObject } from '@assize/evidence-format';
import { actTermsOf } from '../../../governance/settings/terms/index.ts';
import { type ActFacts, type ActReach, REACHES_OTHERS } from '../../question/act.ts';
import type { Mention, Origin, OriginSource } from '../../question/origin.ts';
import type { Question } from '../../question/question.ts';
import { type Doubt, type DoubtKind, shownLine, warns } from './doubt.ts';

/** A target that only strangers' texts named. */
export interface StrangerNamed {
  kind: 'stranger_named_party' | 'stranger_named_object' | 'stranger_link';
  reach: ActReach & { value: string };
  /** null where the session could not keep all values. */
  source: OriginSource | null;
}

/** Returns the targets that only strangers' texts named, in their order. */
export function strangersIn({ settings }: Pick<Question, 'settings'>, act: ActFacts): StrangerNamed[] {
  if (act.session === null || !actTermsOf(settings).judgesOrigins) return [];
  return act.reaches.flatMap((reach, place) => {
    const origin = act.origins[place];
    if ('unreadable' in reach || origin?.origin !== 'content' || reach.known !== null) return [];
    const kind = kindOf(reach);
    return kind === null ? [] : [{ kind, reach, source: origin.source ?? null }];
  });
}

const BINDS_ITS_OBJECT: readonly string[] = ['pay', 'share', 'configure', 'delete', 'book', 'execute'];

function kindOf({ role, effect }: ActReach): StrangerNamed['kind'] | null {
  if (effect === 'read') return null;
  switch (role) {
    case 'payee':
    case 'grantee':
      return 'stranger_named_party';
    case 'recipient':
      // A draft does not reach anyone.
      return effect === 'write' ? null : 'stranger_named_party';
    case 'object':
    case 'place':
      return BINDS_ITS_OBJECT.includes(effect) ? 'stranger_named_object' : null;
    case 'link':
      return REACHES_OTHERS.includes(effect) ? 'stranger_link' : null;
    default:
      return null;
  }
}

export function ofOrigins(question: Question, act: ActFacts): Doubt[] {
  if (act.session === null || !actTermsOf(question.settings).judgesOrigins) return [];
  const strangers = strangersIn(question, act);
  return [...ofStrangers(strangers), ...ofMentions(act.mentions), ...ofLeaks(act, strangers)];
}

function ofStrangers(strangers: readonly StrangerNamed[]): Doubt[] {
  return [...Map.groupBy(strangers, ({ kind }) => kind)].map(([kind, all]) => {
    const [{ reach, source }] = all as [StrangerNamed];
    const reason = `the ${reach.role} ${shownLine(reach.value)} (${reach.effect}) ${whereFrom(source)}${more(all)}`;
    return warns(kind, reason, `check ${shownLine(reach.value)} elsewhere, and have a person record it`);
  });
}

function whereFrom(source: OriginSource | null): string {
  if (source === null) return 'may be from a text of strangers: the session could not keep all that it read';
  return `was first read at ${source.at}, by ${shownLine(source.tool)}, in what strangers wrote`;
}

function ofMentions(mentions: readonly Mention[]): Doubt[] {
  const [first] = mentions;
  if (first === undefined) return [];
  const { kind, value, path, source } = first;
  const reason = `the ${kind} ${shownLine(value)} in ${shownLine(path)} ${whereFrom(source)}${more(mentions)}`;
  return [warns('stranger_link', reason, `leave ${shownLine(value)} out of the text`)];
}

const more = ({ length }: readonly unknown[]) => (length === 1 ? '' : `, and ${length - 1} more`);

const CONFIDENTIAL: readonly unknown[] = ['confidential', 'secret'];

/** Once it has read something confidential, an address that the agent makes up can carry that out. */
function ofLeaks(
  { session, reaches, origins, effects, mandate }: ActFacts,
  strangers: readonly StrangerNamed[],
): Doubt[] {
  const asked = new Set<ActReach>(strangers.map(({ reach }) => reach));
  if (session === null || !CONFIDENTIAL.includes(session.confidentiality)) return [];
  const doubts: Doubt[] = [];
  const composed = reaches.find((reach, place) => isOutsideUrl(reach) && isComposed(origins[place]));
  if (composed !== undefined && 'value' in composed) {
    const reason = `the URL ${shownLine(composed.value)} is in nothing that was read, and the session has read confidential data, which it can carry out`;
    doubts.push(warns('composed_url', reason, 'read an address as it was given'));
  }
  const reachesOut = REACHES_OTHERS.find((effect) => effects.includes(effect) && !isVouched(effect));
  if (session.content && reachesOut !== undefined) {
    const reason = `the session has read confidential data and what strangers wrote, and now it would ${reachesOut} to someone whom nothing vouches for`;
    doubts.push(
      warns('confidential_and_content', reason, 'do it in a session that has read only one of the two'),
    );
  }
  return doubts;

  /** A human is asked about strangers anyway. */
  function isAnswered(reach: ActReach): boolean {
    return reach.known !== null || reach.role === 'object' || asked.has(reach);
  }

  /** An effect without targets is vouched for by the mandate alone. */
  function isVouched(effect: string): boolean {
    const targets = reaches.filter((reach) => reach.effect === effect && reach.role !== 'program');
    const isMeant = mandate?.state === 'open' && mandate.outside.effects.every((one) => one !== effect);
    return targets.length === 0 ? isMeant : targets.every(isAnswered);
  }
}

function isOutsideUrl(reach: ActReach): boolean {
  return reach.effect === 'read' && reach.kind === 'url' && 'value' in reach && reach.known === null;
}

function isComposed(origin: Origin | undefined): boolean {
  return origin?.origin === 'composed';
}

/** The origins behind doubts of these kinds, for the details of the law. */
export function originDetails(question: Question, act: ActFacts, doubts: readonly Doubt[]): JsonObject[] {
  const kinds = new Set<DoubtKind>(doubts.map(({ kind }) => kind));
  const strangers = strangersIn(question, act).filter(({ kind }) => kinds.has(kind));
  return [
    ...strangers.map(({ kind, reach, source }) => ({ kind, path: reach.path, ...sourceField(source) })),
    ...act.mentions.map(({ path, source }) => ({ kind: 'stranger_link', path, ...sourceField(source) })),
    ...(['composed_url', 'confidential_and_content'] as const).flatMap((kind) =>
      kinds.has(kind) ? [{ kind }] : [],
    ),
  ];
}

function sourceField(source: OriginSource | null): JsonObject {
  return source === null ? {} : { source: { ...source } };
}
