/** Makes the word lists of a language quick to ask. */
import type { Form, Mood } from './forms.ts';
import type { Language, Sense } from './language.ts';
import { NOUN_CLASSES, type NounClass } from './noun-classes.ts';

export interface Verb {
  senses: readonly Sense[];
  moods: ReadonlySet<Mood>;
  /** Also a noun, so that it is a verb only where something follows as its object. */
  isNoun: boolean;
}

export interface Lexicon {
  language: Language;
  common: ReadonlySet<string>;
  verbs: ReadonlyMap<string, Verb>;
  /** By the form of the verb: the particles, with what verb and particle together do. */
  particles: ReadonlyMap<string, readonly [string, Verb][]>;
  polite: ReadonlyMap<string, readonly string[][]>;
  nounClass(word: string): NounClass | null;
  is(list: WordList, word: string): boolean;
}

const LISTS = [
  'fillers',
  'conjunctions',
  'alternatives',
  'markers',
  'negators',
  'negatingArticles',
  'anything',
  'nothing',
  'exceptions',
  'determiners',
  'prepositions',
  'pronouns',
  'me',
  'passives',
  'questions',
  'subordinators',
  'please',
] as const;
export type WordList = (typeof LISTS)[number];

export const wordsOfList = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);

const MIN_COMPOUND_PART = 5;
const MAX_COMPOUND = 40;

export function lexiconOf(language: Language): Lexicon {
  const { verbs, particles } = compiledVerbs(language);
  const lists = new Map(LISTS.map((name) => [name, new Set(wordsOfList(language[name]))]));
  const nouns = new Map<string, NounClass>();
  for (const kind of NOUN_CLASSES) {
    for (const noun of wordsOfList(language.nouns[kind] ?? '')) if (!nouns.has(noun)) nouns.set(noun, kind);
  }
  return {
    language,
    common: new Set(wordsOfList(language.common)),
    verbs,
    particles,
    polite: politeOf(language.polite),
    nounClass: (word) => nounClassIn(nouns, word, language.hasCompounds === true),
    is: (list, word) => lists.get(list)?.has(word) === true,
  };
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

function compiledVerbs({
  verbs,
  verbsAndNouns,
  irregular = '',
  forms,
  hasCompounds: joins,
}: Language): Compiled {
  const compiled: Compiled = { verbs: new Map(), particles: new Map() };
  const others = irregularForms(irregular);
  for (const [lists, isNoun] of [
    [verbsAndNouns, true],
    [verbs, false],
  ] as const) {
    for (const [sense, text] of Object.entries(lists) as [Sense, string][]) {
      for (const entry of wordsOfList(text)) {
        const [word = '', particle] = entry.split('+');
        for (const form of [...forms(word), ...(others.get(word) ?? [])]) {
          if (particle === undefined) addTo(compiled.verbs, form, sense, isNoun);
          else addParticle(compiled.particles, form, particle, sense);
        }
        if (particle !== undefined && joins) {
          for (const text of [`${particle}${word}`, `${particle}zu${word}`]) {
            addTo(compiled.verbs, { text, moods: ['infinitive'] }, sense, false);
          }
        }
      }
    }
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

/** By the verb that they belong to. */
function irregularForms(text: string): Map<string, Form[]> {
  const forms = new Map<string, Form[]>();
  for (const entry of wordsOfList(text)) {
    const [form = '', word = '', mood = 'c'] = entry.split('=');
    const moods: Mood[] = mood === 'p' ? ['participle'] : mood === 'i' ? ['infinitive'] : ['command'];
    forms.set(word, [...(forms.get(word) ?? []), { text: form, moods }]);
  }
  return forms;
}

/** By their first word, the longest first. */
function politeOf(text: string): Map<string, string[][]> {
  const phrases = new Map<string, string[][]>();
  for (const phrase of text.split('|').map(wordsOfList)) {
    const [first] = phrase;
    if (first !== undefined) phrases.set(first, [...(phrases.get(first) ?? []), phrase]);
  }
  for (const each of phrases.values()) each.sort((one, other) => other.length - one.length);
  return phrases;
}
