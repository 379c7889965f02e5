/** Reads lists of words from YAML: a file maps names to words with spaces between them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Lists = Record<string, string[]>;

/** @throws {Error} where the file has another form, or a list of another name. */
export function readLists(file: URL, names: readonly string[]): Lists {
  return listsIn(file, parse(readFileSync(file, 'utf8')), names);
}

/** Lists by language. @throws {Error} as {@link readLists}. */
export function readListsByLanguage(file: URL, names: readonly string[]): Record<string, Lists> {
  const languages = Object.entries(parse(readFileSync(file, 'utf8')));
  return Object.fromEntries(languages.map(([language, lists]) => [language, listsIn(file, lists, names)]));
}

function listsIn(file: URL, lists: unknown, names: readonly string[]): Lists {
  const read = Object.entries(lists as Record<string, unknown>).map(([name, words]) => {
    if (!names.includes(name) || typeof words !== 'string')
      throw new Error(`${file.pathname}: ${name} should be words, and one of ${names.join(', ')}`);
    return [name, words.split(/\s+/).filter((word) => word !== '')];
  });
  return Object.fromEntries(read);
}
