/**
 * Proposes the effect of a tool: from the words of its name first, then from its HTTP method and path, its
 * description and its fields. Its author's annotations can make the answer stricter. That it only reads is believed
 * if the name is ambiguous and nothing else contradicts it.
 */

import { phraseOf } from '../../../lexicon/nouns.ts';
import { type Sense, verbOf } from '../../../lexicon/verbs.ts';
import { setOf } from '../../../lists.ts';
import { EFFECTS, type Effect } from '../../../targets/index.ts';
import type { ToolDefinition } from '../document/definition.ts';
import { singular } from '../words.ts';
import { clausesOfParts } from './act.ts';
import { byContents } from './by-contents.ts';
import { type ByMethod, byMethod, isNamedByPath } from './by-method.ts';
import { byDescription, type Described } from './described.ts';
import type { Judged } from './judged.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

/** A verb that may also be a noun, after other words, counts less than the description. */
interface Opinion extends Judged {
  isSure: boolean;
  /** Even after other words, its verb asks to be told something. */
  tells: boolean;
  /** Its verb may be a noun: `order`, `mail_open`. */
  mayBeNoun: boolean;
  /** It says what is done to what: `create_call`, but not `manage_calls` or `stash`. */
  isSpecific: boolean;
  /** It says what is done, but its object has no known class. */
  isOpen: boolean;
  sense: Sense;
}

/** A tool's effect, and whether it is certain, so that no argument can mean less. */
export interface Found extends Judged {
  isSure: boolean;
}

export function effectOf(subject: Subject): Found {
  const { definition } = subject;
  const named = byName(subject);
  const http = byMethod(subject);
  const described = byDescription(subject);
  if (http === null && saysItReads(subject, named, described)) return { ...READS, isSure: false };
  const first = named?.isSure === true ? stricterOfMethod(named, http) : (http ?? weighed(named, described));
  const found = aboveMethod(subject, named, first ?? byNoun(subject) ?? byFields(subject), http);
  const last = hinted(byContents(subject, elaborated(found, named, described)), definition);
  return { ...last, isSure: (named?.isSure === true && named.isSpecific) || isNamedByPath(subject) };
}

/** Takes the description's object if the name leaves it open and both say the same act: `Apply a manifest`. */
function elaborated(found: Judged, named: Opinion | null, described: Described | null): Judged {
  if (named === null || described === null || found.effect !== named.effect || found.effect === 'read')
    return found;
  const isSame = named.isOpen && named.sense === described.sense;
  return isSame && isStricter(described, found) ? described : found;
}

/**
 * The method of a request is a floor: PUT, PATCH and DELETE change something, and POST reads only if the name begins
 * with a word that is nothing but a reading verb.
 */
function aboveMethod(
  { definition }: Subject,
  named: Opinion | null,
  found: Judged,
  http: ByMethod | null,
): Judged {
  const method = definition.http?.method;
  if (found.effect !== 'read' || method === undefined || http === null) return found;
  const isStated =
    http.isStated === true || (named?.isSure === true && !named.mayBeNoun && named.effect === 'read');
  if (READING_METHODS.has(method) || (method === 'post' && isStated)) return found;
  return http.effect === 'read' ? { effect: 'write', why: http.why } : http;
}

export const READING_METHODS: ReadonlySet<string> = setOf('get head options trace query');
/** Verbs that say that something is done, but not what. */
const GENERAL = setOf(
  'manage handle control operate maintain administer interact perform process do run execute exec call invoke request use apply take',
);

/** A search may have fields for an amount or a user; only saying or running something has one of these. */
const DOING = setOf('text body message content sql command code script payload password');

const READS: Judged = { effect: 'read', why: 'annotation readOnlyHint is true, and its name can be a noun' };

function saysItReads(
  { definition, fields }: Subject,
  named: Opinion | null,
  described: Judged | null,
): boolean {
  return (
    definition.hints.readOnly === true &&
    (named === null || named.mayBeNoun) &&
    (described === null || described.effect === 'read') &&
    !fields.some(({ words }) => words.at(-1) !== 'id' && words.some((word) => DOING.has(word)))
  );
}

function byName(subject: Subject): Opinion | null {
  if (isNamedByPath(subject)) return null;
  const { words, before, setting } = subject;
  const clauses = clausesOfParts(words, before);
  const opinions = clauses.map((clause) => ({
    ...judge(clause, setting),
    isSure: clause.isSure,
    tells: TELLING.has(clause.verb.word),
    mayBeNoun: clause.verb.isNoun,
    isSpecific: !clause.isBare && !GENERAL.has(clause.verb.word),
    isOpen: clause.object.kind === null,
    sense: clause.verb.sense,
  }));
  return opinions.length === 0
    ? null
    : opinions.reduce((one, other) => (isStricter(other, one) ? other : one));
}

const TELLING = setOf('track query quote report review estimate whois ping monitor');

function weighed(named: Opinion | null, described: Judged | null): Judged | null {
  // After other words, a noun that may also be a reading verb says too little.
  if (named === null || (named.effect === 'read' && !named.isSure && !named.tells)) return described;
  if (described === null) return named;
  return described.effect === 'read' || isStricter(described, named) ? described : named;
}

function isStricter(one: { effect: Effect }, other: { effect: Effect }): boolean {
  return EFFECTS.indexOf(one.effect) > EFFECTS.indexOf(other.effect);
}

/** DELETE is believed over a harmless name; POST is not, because many searches use it. */
function stricterOfMethod(named: Judged, http: Judged | null): Judged {
  return http?.effect === 'delete' && isStricter(http, named) ? http : named;
}

/** With such a field, the tool passes something on or runs it. */
const CARRYING =
  'text body message content to recipient amount email role user permission password sql command code script payload data value action operation method'.split(
    ' ',
  );

/** Switches about viewing, not about settings. */
const AROUND = setOf('include show with only verbose all recursive expand raw full');
/** These show the state of a pipeline, and do not run it. */
const SHOWING = setOf('status state info information detail list overview summary history level');
const SETTINGS = setOf('setting config configuration preference option limit control');

/** Judges a name without a verb: `weather` tells, `bash` runs. */
function byNoun({ ownWords: words, definition, fields, setting }: Subject): Judged | null {
  const phrase = phraseOf(words.map(singular));
  const last = words.at(-1) ?? '';
  const isPlural = last !== singular(last);
  const isRange = setting.hasField('from') && !setting.hasField('amount');
  const carried = CARRYING.filter((word) => word !== 'to' || !isRange);
  const isSwitch = fields.some(({ type, words: [word = ''] }) => type === 'boolean' && !AROUND.has(word));
  if (SETTINGS.has(singular(last)) && isSwitch)
    return { effect: 'configure', why: 'its name says settings, and it takes a switch' };
  if (isPlural && !setting.hasField(...carried)) {
    return { effect: 'read', why: 'its name says only what there is, and it takes nothing to hand on' };
  }
  const why = `its name is "${phrase.by}"`;
  if (SHOWING.has(singular(last)) && !setting.hasField(...carried)) return { effect: 'read', why };
  if (phrase.kind === 'access' && setting.hasField(...CARRYING)) return { effect: 'configure', why };
  if (phrase.kind === 'information') return { effect: 'read', why };
  if (phrase.kind === 'program') return { effect: 'execute', why };
  if (phrase.kind === 'money') return { effect: 'pay', why };
  if (phrase.kind === 'message') return { effect: 'send', why };
  if (definition.hints.readOnly === true) return { effect: 'read', why: 'annotation readOnlyHint is true' };
  const isLookedAt = words.length === 1 && verbOf(last)?.sense === 'read' && fields.length === 0;
  return isLookedAt
    ? { effect: 'read', why: 'its name says only what there is, and it takes nothing' }
    : null;
}

const UNKNOWN = 'nothing in its name and description says what it does, so it may do anything';

function byFields({ setting, definition }: Subject): Judged {
  const { hints } = definition;
  if (setting.hasField('iban', 'payee', 'beneficiary'))
    return { effect: 'pay', why: 'it has a field for a payee' };
  if (setting.hasField('recipient', 'cc', 'bcc'))
    return { effect: 'send', why: 'it has a field for recipients' };
  if (hints.destructive === true) return { effect: 'delete', why: 'annotation destructiveHint is true' };
  if (hints.destructive === false)
    return { effect: 'write', why: 'annotation destructiveHint is false, and nothing else says more' };
  return { effect: 'execute', why: UNKNOWN };
}

/** The author is believed when the annotation warns, and never when it reassures. */
function hinted(found: Judged, { hints }: ToolDefinition): Judged {
  if (found.effect === 'read' && hints.readOnly === false && hints.destructive === true) {
    return { effect: 'delete', why: `${found.why}, but annotation destructiveHint is true` };
  }
  if (found.effect === 'read' && hints.readOnly === false) {
    return { effect: 'write', why: `${found.why}, but annotation readOnlyHint is false` };
  }
  if (found.why === UNKNOWN && hints.readOnly === true)
    return { effect: 'read', why: 'annotation readOnlyHint is true' };
  return found;
}
