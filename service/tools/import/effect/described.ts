/** What a description says that a tool does, by its first verb. */

import { verbOf } from '../lexicon/verbs.ts';
import { baseForms, wordsOfText } from '../words.ts';
import { clausesOf } from './act.ts';
import type { Judged } from './judged.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

const OPENINGS = new Set(
  'this tool is used to use for a an the it you can allows allow lets let users user agent agents function that which helps help provides provide ability and performs enables enable in order when need needs with'.split(
    ' ',
  ),
);
const WORDS_LOOKED_AT = 8;

/** By the first verb of the description: "Sends a message", "Use this tool to send a message". */
export function byDescription({ definition, setting }: Subject): Judged | null {
  const [sentence = ''] = definition.description.split(/[.!?\n](?:\s|$)/, 1);
  const words = wordsOfText(sentence);
  for (const [place, word] of words.slice(0, WORDS_LOOKED_AT).entries()) {
    const form = baseForms(word).find((one) => verbOf(one) !== null || DESCRIBING.has(one));
    const isLeading = words.slice(0, place).every((other) => OPENINGS.has(other));
    if (form === undefined || (OPENINGS.has(word) && isLeading)) continue;
    if (!isLeading) return null;
    // `Points.` is a noun.
    if (verbOf(form)?.isNoun === true && words.length === place + 1) return null;
    if (DESCRIBING.has(form)) return { effect: 'read', why: `its description begins with "${word}"` };
    const article = words.slice(place + 1).filter((other) => !ARTICLES.has(other));
    const clauses = clausesOf([form, ...article.slice(0, 4)]);
    const [clause] = clauses;
    if (clause === undefined) continue;
    const { effect } = judge(clause, setting);
    return effect === 'read' && !TELLING.has(form)
      ? null
      : { effect, why: `its description begins with "${word}"` };
  }
  return null;
}

const DESCRIBING = new Set('return display gather obtain tell current latest look'.split(' '));
/** Only what plainly tells is believed to do no more than that. */
const TELLING = new Set(
  'get return display gather obtain tell current latest retrieve fetch list show search find look lookup read check count describe calculate compute query view estimate convert answer explain browse detect compare'.split(
    ' ',
  ),
);
const ARTICLES = new Set(
  'a an the one any some your their all more specified given new single existing specific'.split(' '),
);
