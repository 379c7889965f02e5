/** Prepares the words of a language for quick look-up. */
import { type NounClass, nounsByLanguage } from '../../lexicon/nouns.ts';
import { smallWords, type WordList } from '../../lexicon/small-words.ts';
import { type Sense, verbsByLanguage } from '../../lexicon/verbs.ts';
import { setOf } from '../../lists.ts';
import { type Form, GRAMMARS, type Grammar, type Mood } from './forms.ts';

export interface Verb {
  senses: readonly Sense[];
  moods: ReadonlySet<Mood>;
  /** The word is also a noun, so it is a verb only if an object follows. */
  isNoun: boolean;
}

export interface Lexicon {
  /** A language code such as `en`. */
  language: string;
  grammar: Grammar;
  verbs: ReadonlyMap<string, Verb>;
  /** Particles by the form of the verb, with what verb and particle do together. */
  particles: ReadonlyMap<string, readonly [string, Verb][]>;
  polite: ReadonlyMap<string, readonly string[][]>;
  nounClass(word: string): NounClass | null;
  is(list: WordList, word: string): boolean;
}

const MIN_COMPOUND_PART = 5;
const MAX_COMPOUND = 40;

/** English comes first. */
export function lexiconsOfAll(): Lexicon[] {
  const small = smallWords();
  return [...verbsByLanguage().keys()].map((language) => {
    const { polite = '', ...lists } = small[language] ?? {};
    const grammar = GRAMMARS[language] as Grammar;
    const { verbs, particles } = compiledVerbs(language, grammar);
    const sets = new Map(Object.entries(lists).map(([name, words]) => [name, setOf(words)]));
    const nouns = nounsByLanguage().get(language) ?? new Map();
    return {
      language,
      grammar,
      verbs,
      particles,
      polite: politeOf(polite.split(' ')),
      nounClass: (word) => nounClassIn(nouns, word.replaceAll('-', '_'), grammar.hasCompounds === true),
      is: (list, word) => sets.get(list)?.has(word) === true,
    };
  });
}

function nounClassIn(
  nouns: ReadonlyMap<string, NounClass>,
  word: string,
  hasCompounds: boolean,
): NounClass | null {
  const singulars = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  if (hasCompounds) singulars.push(word.replace(/(?:en|n|er|e)$/, ''), word.replace(/en$/, 'e'));
  for (const one of singulars) {
    const kind = nouns.get(one);
    if (kind !== undefined) return kind;
  }
  if (!hasCompounds || word.length > MAX_COMPOUND) return null;
  for (let from = 1; from <= word.length - MIN_COMPOUND_PART; from += 1) {
    const kind =
      nounClassIn(nouns, word.slice(from), false) ?? nouns.get(word.slice(from).replace(/(?:en|n|e)$/, ''));
    if (kind !== null && kind !== undefined) return kind;
  }
  return null;
}

interface Compiled {
  verbs: Map<string, Verb>;
  particles: Map<string, [string, Verb][]>;
}

function compiledVerbs(language: string, { forms, hasCompounds }: Grammar): Compiled {
  const { verbs = [], irregular = [] } = verbsByLanguage().get(language) ?? {};
  const compiled: Compiled = { verbs: new Map(), particles: new Map() };
  const others = irregularForms(irregular);
  for (const { word: entry, sense, isNoun } of verbs) {
    const [word = '', particle] = entry.split('+');
    for (const form of [...forms(word), ...(others.get(word) ?? [])]) {
      if (particle === undefined) addTo(compiled.verbs, form, sense, isNoun);
      else addParticle(compiled.particles, form, particle, sense);
    }
    if (particle === undefined || hasCompounds !== true) continue;
    for (const text of [`${particle}${word}`, `${particle}zu${word}`])
      addTo(compiled.verbs, { text, moods: ['infinitive'] }, sense, false);
  }
  return compiled;
}

function addTo(verbs: Map<string, Verb>, { text, moods }: Form, sense: Sense, isNoun: boolean): void {
  const before = verbs.get(text);
  const senses = before === undefined ? [sense] : [...new Set([...before.senses, sense])];
  verbs.set(text, {
    senses,
    moods: new Set([...(before?.moods ?? []), ...moods]),
    isNoun: isNoun || before?.isNoun === true,
  });
}

function addParticle(
  particles: Map<string, [string, Verb][]>,
  { text, moods }: Form,
  particle: string,
  sense: Sense,
): void {
  const verb = { senses: [sense], moods: new Set(moods), isNoun: false };
  particles.set(text, [...(particles.get(text) ?? []), [particle, verb]]);
}

/** Groups irregular forms by their verb. */
function irregularForms(entries: readonly string[]): Map<string, Form[]> {
  const forms = new Map<string, Form[]>();
  for (const entry of entries) {
    const [form = '', word = '', mood = 'c'] = entry.split('=');
    const moods: Mood[] = mood === 'p' ? ['participle'] : mood === 'i' ? ['infinitive'] : ['command'];
    forms.set(word, [...(forms.get(word) ?? []), { text: form, moods }]);
  }
  return forms;
}

/** Groups polite phrases by their first word, longest first. */
function politeOf(entries: readonly string[]): Map<string, string[][]> {
  const phrases = new Map<string, string[][]>();
  for (const phrase of entries.map((entry) => entry.split('_'))) {
    const [first] = phrase;
    if (first !== undefined) phrases.set(first, [...(phrases.get(first) ?? []), phrase]);
  }
  for (const each of phrases.values()) each.sort((one, other) => other.length - one.length);
  return phrases;
}
