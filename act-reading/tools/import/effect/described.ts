/** Reads what a tool does from the first verb of its description. */

import { isPreposition } from '../../../lexicon/nouns.ts';
import { type Sense, verbOf } from '../../../lexicon/verbs.ts';
import { setOf } from '../../../lists.ts';
import { EFFECTS } from '../../../targets/index.ts';
import { baseForms, wordsOfText } from '../words.ts';
import { clausesOf } from './act.ts';
import type { Judged, Setting } from './judged.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

const OPENINGS = setOf(
  'this tool is used to use for a an the it you can allows allow lets let users user agent agents function that which helps help provides provide ability and performs enables enable in order when need needs with',
);
const WORDS_LOOKED_AT = 8;

export interface Described extends Judged {
  /** The sense of its first verb. */
  sense: Sense;
}

/** Judges the first verb of the description: "Sends a message", "Use this tool to send a message". */
export function byDescription({ definition, setting }: Subject): Described | null {
  const [sentence = ''] = definition.description.split(/[.!?\n](?:\s|$)/, 1);
  const words = wordsOfText(sentence);
  for (const [place, word] of words.slice(0, WORDS_LOOKED_AT).entries()) {
    const form = baseForms(word).find((one) => verbOf(one) !== null || DESCRIBING.has(one));
    const isLeading = words.slice(0, place).every((other) => OPENINGS.has(other));
    const isListed = ['or', 'and'].includes(words[place + 1] ?? '');
    if (form === undefined || (OPENINGS.has(word) && isLeading && !isListed)) continue;
    if (!isLeading) return null;
    // `Points.` is a noun.
    if (verbOf(form)?.isNoun === true && words.length === place + 1) return null;
    if (DESCRIBING.has(form))
      return { effect: 'read', sense: 'read', why: `its description begins with "${word}"` };
    // In `Logs of a pod`, the first word is a noun.
    if (verbOf(form)?.isNoun === true && isPreposition(words[place + 1] ?? '')) return null;
    const found = strictest(form, words.slice(place + 1), setting, word);
    return found === null ? null : { ...found, sense: verbOf(form)?.sense ?? 'read' };
  }
  return null;
}

/** In `Plan, apply or destroy`, each verb of the list counts. */
function strictest(first: string, rest: readonly string[], setting: Setting, word: string): Judged | null {
  const forms = [first];
  let at = 0;
  for (; at < rest.length; at += 1) {
    const next = rest[at] ?? '';
    const form = baseForms(next).find((one) => verbOf(one)?.isNoun === false);
    if (form !== undefined) forms.push(form);
    else if (!['and', 'or', 'then'].includes(next)) break;
  }
  const end = rest.findIndex((other, place) => place >= at && RELATIVE.has(other));
  const object = rest.slice(at, end < 0 ? undefined : end).filter((other) => !ARTICLES.has(other));
  let found: Judged | null = null;
  for (const form of forms) {
    const [clause] = clausesOf([form, ...object.slice(0, 4)]);
    if (clause === undefined) continue;
    const { effect } = judge(clause, setting);
    if (effect === 'read' && !TELLING.has(form)) continue;
    const isStricter = found === null || EFFECTS.indexOf(effect) > EFFECTS.indexOf(found.effect);
    if (isStricter) found = { effect, why: `its description begins with "${word}"` };
  }
  return found;
}

const DESCRIBING = setOf('return display gather obtain tell current latest look');
/** Only verbs that plainly tell are trusted to do no more. */
const TELLING = setOf(
  'get return display gather obtain tell current latest retrieve fetch list show search find look lookup read check count describe calculate compute query view estimate convert answer explain browse detect compare',
);
const ARTICLES = setOf(
  'a an the one any some your their all more specified given new single existing specific',
);
/** After one of these, another clause describes the object. */
const RELATIVE = setOf('that which who whose where when if so because');
