/**
 * Looks up where the values of an act came from, in the session that its request names. A target that a register of
 * the tenant's own returned, or that this session created, is known by that, unless strangers wrote it before.
 */
import { allTextsOf, type TextAt, textsOfAct } from '@assize/act-reading/act';
import { nameOf, type Reach, type TargetKind } from '@assize/act-reading/targets';
import { valuesInText } from '@assize/act-reading/values';
import type { ResultSeen, Seen, SessionNow } from '../../sessions/index.ts';
import { type ActFacts, type ActReach, type KnownBy, REACHES_OTHERS } from '../question/act.ts';
import type { Mention, Origin, OriginName, OriginSource, SessionFact } from '../question/origin.ts';
import type { EvaluationRequest } from '../question/request.ts';

/**
 * @param facts with the targets that mandate, records and memory know.
 * @param vouches whether the session makes targets known, which it does not where the settings only observe origins.
 */
export function withOrigins(
  facts: ActFacts,
  request: EvaluationRequest,
  session: SessionNow,
  vouches: boolean,
): ActFacts {
  const origins = facts.reaches.map((reach) => originOf(reach, session));
  const reaches = vouches
    ? facts.reaches.map((reach, place) => knownBy(reach, origins[place]))
    : facts.reaches;
  return {
    ...facts,
    reaches,
    origins,
    mentions: mentionsIn(facts, request, session),
    session: sessionFact(session),
  };
}

/** Gives an act that was read again the origins that its record has for the same targets. */
export function withRecordedOrigins(act: ActFacts, recorded: ActFacts | null): ActFacts {
  if (recorded === null || recorded.session === null) return act;
  const { session, mentions } = recorded;
  const origins = new Map(recorded.reaches.map((reach, place) => [placeOf(reach), recorded.origins[place]]));
  const known = new Map(recorded.reaches.map((reach) => [placeOf(reach), reach.known]));
  const reaches = act.reaches.map((reach) => {
    const before = known.get(placeOf(reach)) ?? null;
    return reach.known === null && isBySession(before) ? { ...reach, known: before } : reach;
  });
  const again = reaches.map((reach): Origin => {
    return { ...(origins.get(placeOf(reach)) ?? { origin: 'unseen' }), path: reach.path };
  });
  return { ...act, session, mentions, reaches, origins: again };
}

function placeOf(reach: ActReach): string {
  return `${reach.path} ${'unreadable' in reach ? '' : nameOf(reach)}`;
}

/** Whether a result of the session made the target known. */
export function isBySession(known: ActReach['known']): boolean {
  return known?.by === 'own_result' || known?.by === 'made_here';
}

function sessionFact(session: SessionNow): SessionFact {
  const { confidentiality, hasContent: content, key: id, incomplete, results } = session;
  return { confidentiality, content, id, incomplete, results };
}

function originOf(reach: ActReach, session: SessionNow): Origin {
  const { path, known } = reach;
  if ('unreadable' in reach) return { origin: 'unseen', path };
  if (known !== null && known.by in BY_KNOWLEDGE)
    return { origin: BY_KNOWLEDGE[known.by as keyof typeof BY_KNOWLEDGE], path };
  const seen = session.find(nameOf(reach));
  if (seen === null) return { origin: originOfUnfound(session), path };
  const { origin, source } = firstIn(seen, reach.role === 'object');
  const isAlso = origin !== 'content' && seen.content !== null && isBefore(seen.content, source);
  return {
    ...(isAlso && { also: 'content' }),
    origin,
    path,
    ...(source !== null && { source: sourceOf(source) }),
  };
}

const BY_KNOWLEDGE = { mandate: 'task', record: 'record', approval: 'memory' } as const;

/** Where not all values could be kept, a stranger may have written those that are not found. */
function originOfUnfound({ incomplete }: SessionNow): OriginName {
  return incomplete ? 'content' : 'composed';
}

/** A call makes objects. The account or address in a result that its tool does not vouch for may be from any page. */
function firstIn(
  { made, own, content, undeclared }: Seen,
  isObject: boolean,
): { origin: OriginName; source: ResultSeen | null } {
  if (made !== null && (isObject || !undeclared)) return { origin: 'made_here', source: made };
  if (own !== null) return { origin: 'own_result', source: own };
  return content === null ? { origin: 'unseen', source: null } : { origin: 'content', source: content };
}

function isBefore(one: ResultSeen, other: ResultSeen | null): boolean {
  return other !== null && one.number < other.number;
}

function sourceOf({ evidenceId, tool, at }: ResultSeen): OriginSource {
  return { at: new Date(at).toISOString(), evidence_id: evidenceId, tool };
}

/** Effects that can't be undone need a mandate or a record of the exact target, regardless of who named it. */
const NEEDS_MORE: readonly string[] = ['read', 'delete', 'execute', 'configure'];

function knownBy(reach: ActReach, origin: Origin | undefined): ActReach {
  if (reach.known !== null || origin === undefined || NEEDS_MORE.includes(reach.effect)) return reach;
  const { origin: by, also, source } = origin;
  if (also !== undefined || source === undefined) return reach;
  if (by !== 'own_result' && by !== 'made_here') return reach;
  const known: KnownBy = { by, id: source.evidence_id };
  return { ...reach, known };
}

/** An id alone leads to no one, and answers repeat the numbers of what they answer. */
const LEADS_SOMEWHERE: readonly TargetKind[] = ['email', 'phone', 'url'];
/** Numbers of invoices and times look like other accounts. */
const IBAN = /^[a-z]{2}\d{2}[a-z\d]{10}/i;

/** A message may speak of `menu.save`, which could be a host. */
function leadsSomewhere(kind: TargetKind, value: string, isMessage: boolean): boolean {
  if (kind === 'account') return IBAN.test(value);
  return kind === 'domain' ? !isMessage : LEADS_SOMEWHERE.includes(kind);
}

const MAX_MENTIONS = 20;

/** Links are targets of their own, so only values beside them are looked for. */
function mentionsIn(act: ActFacts, request: EvaluationRequest, session: SessionNow): Mention[] {
  if (!session.hasContent) return [];
  const targets = new Set(act.reaches.flatMap(nameIfRead));
  const mentions = new Map<string, Mention>();
  const isMessage = !actsByArguments(act);
  for (const { path, text } of isMessage ? messagesOf(act, request) : allTextsOf(request.context)) {
    for (const { name, kind, value } of valuesInText(text)) {
      if (mentions.size >= MAX_MENTIONS) return [...mentions.values()];
      if (!leadsSomewhere(kind, value, isMessage) || targets.has(name) || mentions.has(name)) continue;
      const seen = session.find(name);
      if (seen === null || seen.own !== null || seen.made !== null || seen.content === null) continue;
      mentions.set(name, { kind, path, source: sourceOf(seen.content), value });
    }
  }
  return [...mentions.values()];
}

/** These effects act by each of their arguments; a message acts only by its text. */
const BY_ALL_ARGUMENTS: readonly string[] = ['pay', 'share', 'book', 'configure', 'delete', 'execute'];

function actsByArguments({ effects }: ActFacts): boolean {
  return effects.some((effect) => BY_ALL_ARGUMENTS.includes(effect));
}

function messagesOf({ effects, contents }: ActFacts, { context }: EvaluationRequest): TextAt[] {
  if (!REACHES_OTHERS.some((effect) => effects.includes(effect))) return [];
  const texts = contents.filter(({ kind, unreadable }) => kind === 'text' && unreadable === null);
  return textsOfAct(
    context,
    texts.map(({ path }) => path),
  );
}

function nameIfRead(reach: Reach): string[] {
  return 'unreadable' in reach ? [] : [nameOf(reach)];
}
