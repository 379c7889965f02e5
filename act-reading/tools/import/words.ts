/** Splits names and sentences into lower-case words, and reduces a word to its form in the vocabulary. */
import { setOf } from '../../lists.ts';
import { splitAtCase } from '../../names/index.ts';

/** Per name or text; the rest is ignored. */
const MAX_CHARACTERS = 512;
const SEPARATORS = /[^\p{L}\p{N}]+/u;

/** Returns the words of an identifier: `sendEmailV2` is send, email, v2. */
export function wordsOfName(name: string): string[] {
  return name
    .slice(0, MAX_CHARACTERS)
    .normalize('NFKC')
    .split(SEPARATORS)
    .filter((part) => part !== '')
    .flatMap(splitAtCase)
    .map((word) => word.toLowerCase());
}

/** Returns the words of a description as written. */
export function wordsOfText(text: string): string[] {
  return text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
}

const ALIKE_IN_PLURAL = setOf('news sms dns access address status https aws kubernetes');
const IRREGULAR: Record<string, string> = {
  ids: 'id',
  skus: 'sku',
  menus: 'menu',
  ips: 'ip',
  people: 'person',
  persons: 'person',
  indices: 'index',
  indexes: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  aliases: 'alias',
  children: 'child',
  media: 'media',
  data: 'data',
  criteria: 'criterion',
  expenses: 'expense',
  purchases: 'purchase',
  licenses: 'license',
  databases: 'database',
  leases: 'lease',
  responses: 'response',
  houses: 'house',
  courses: 'course',
  nurses: 'nurse',
  cases: 'case',
  phrases: 'phrase',
  bases: 'base',
  movies: 'movie',
  cookies: 'cookie',
  series: 'series',
};

export function singular(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || ALIKE_IN_PLURAL.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz|s)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * Returns the forms that a verb of a description may have in the vocabulary, such as `apply` for `applies` and
 * `applying`.
 */
export function baseForms(word: string): string[] {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.endsWith('ing') && word.length > 5) {
    const stem = word.slice(0, -3);
    forms.push(stem, `${stem}e`);
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
  }
  return forms;
}
