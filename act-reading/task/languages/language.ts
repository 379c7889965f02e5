/**
 * The words of a language by which a task says what is to be done. Each language is data: verbs by sense, nouns by class,
 * and the small words that open a command, deny it or turn it into a question.
 */
import type { Effect } from '../../targets/index.ts';
import type { Form } from './forms.ts';
import type { NounClass } from './noun-classes.ts';

/** An effect, or a way to find it by the object of the verb. */
export type Sense =
  | Effect
  | 'look'
  | 'change'
  | 'remove'
  | 'give'
  | 'add'
  | 'invite'
  | 'answer'
  | 'tell'
  | 'urge'
  | 'schedule'
  | 'open'
  | 'close'
  | 'toggle'
  | 'reset'
  | 'get'
  | 'transfer'
  | 'draft'
  | 'move'
  | 'push'
  | 'subscribe'
  | 'unsubscribe'
  | 'renew'
  | 'respond'
  | 'buy'
  | 'compile'
  | 'upload'
  | 'tear'
  | 'code'
  | 'place'
  | 'publish'
  | 'any';

export interface Language {
  name: string;
  /** Words that no other language of these has, or that are frequent here. */
  common: string;
  /** The forms of a verb, from the one that stands in the lists. */
  forms(word: string): Form[];
  /** By sense; a `+` binds a verb to a particle that stands after it: `tear+down`. */
  verbs: Partial<Record<Sense, string>>;
  verbsAndNouns: Partial<Record<Sense, string>>;
  /** Further forms of single verbs: `form=word`, with the mood `p` or `c`. */
  irregular?: string;
  nouns: Partial<Record<NounClass, string>>;
  /** Nouns are found as the last part of a compound too, and particles join the infinitive: `einzuladen`. */
  hasCompounds?: boolean;
  /** Of several words each; they leave a clause as open as it was, or open it. */
  polite: string;
  /** Words of which a command may have some before its verb. */
  fillers: string;
  conjunctions: string;
  alternatives: string;
  /** After them stands an infinitive that is a command. */
  markers: string;
  /** Infinitives are commands wherever they stand in a main clause. */
  hasFreeInfinitives?: boolean;
  negators: string;
  /** Before a noun. */
  negatingArticles: string;
  /** A denial of these denies all. */
  anything: string;
  /** As the object of a verb they deny it: `delete nothing`. */
  nothing: string;
  /** A denial with these is an exception from something, and denies no more than that. */
  exceptions: string;
  /** They begin the object of a verb. */
  determiners: string;
  prepositions: string;
  pronouns: string;
  me: string;
  /** Pronouns that are written together with a command. */
  clitics?: RegExp;
  /** Before a participle they tell what shall be done. */
  passives: string;
  questions: string;
  subordinators: string;
  /** `please`: makes a command of a sentence without a verb. */
  please: string;
}
