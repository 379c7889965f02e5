/** What a field's name speaks of, apart from the form of its value: the stem of `recipient_email` is `recipient`. */

import { FORMS, type Names } from '../../../lexicon/field-names.ts';
import type { Field } from '../document/fields.ts';
import { singular } from '../words.ts';

export interface Stem {
  /** Joined by `_`; without the words that say the form. */
  name: string;
  full: string;
  words: readonly string[];
  /** Of a parent of the field. */
  isParent: boolean;
}

/** Of its own name, and where that says only a form, of its parents' names. */
export function stemsOf({ words, parents }: Field): Stem[] {
  const own = stemOf(words, false);
  const saysOnlyForm = words.every((word) => FORMS.has(word));
  return [own, ...(saysOnlyForm ? parents.slice(0, 3) : []).map((parent) => stemOf(parent, true))];
}

function stemOf(written: readonly string[], isParent: boolean): Stem {
  const words = written.map(singular);
  let end = words.length;
  while (end > 0 && FORMS.has(words[end - 1] ?? '')) end -= 1;
  return { name: words.slice(0, end).join('_'), full: words.join('_'), words, isParent };
}

export function has(set: Names, { name, full }: Stem): boolean {
  return set.has(full) || (name !== '' && set.has(name));
}

/** One of its words alone says it: `primary_beneficiary_account`. */
export function hasWord(set: Names, { words }: Stem): boolean {
  return words.some((word) => set.has(word)) && !words.some((word) => ABOUT.has(word));
}

/** With these, a field says something of people and does not name them: `recipient_count`. */
const ABOUT = new Set(
  'count type message note reference status limit subject kind role note total number_of max min filter visibility permission comment reason language country format position title city street zip state date time bank bic swift'.split(
    ' ',
  ),
);
