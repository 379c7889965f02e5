/** A field's name without the form of its value: the stem of `recipient_email` is `recipient`. */

import { FORMS } from '../../../lexicon/field-names.ts';
import type { Names } from '../../../lists.ts';
import { setOf } from '../../../lists.ts';
import type { Field } from '../document/fields.ts';
import { singular } from '../words.ts';

export interface Stem {
  /** Words joined by `_`, without those that state the form. */
  name: string;
  full: string;
  words: readonly string[];
  /** The stem comes from a parent of the field. */
  isParent: boolean;
}

/** Returns the stem of the field's own name and, if that only states a form, those of its parents. */
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

/** Some names need only one word: `primary_beneficiary_account`. */
export function hasWord(set: Names, { words }: Stem): boolean {
  return words.some((word) => set.has(word)) && !words.some((word) => ABOUT.has(word));
}

/** With one of these, a field describes people instead of naming them: `recipient_count`. */
const ABOUT = setOf(
  'count type message note reference status limit subject kind role note total number_of max min filter visibility permission comment reason language country format position title city street zip state date time bank bic swift',
);
