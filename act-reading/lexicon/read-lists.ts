/**
 * Reads word lists from YAML in one plain form: `name: >-`, then indented lines of words. A YAML library would add 30
 * ms to each start.
 */
import { readFileSync } from 'node:fs';

export type Lists = Record<string, string[]>;

const LINE = /^(?:#.*|(\w+):|( {0,2})([\w ]+): >-| {2,}(\S.*))?$/;

/** @throws {Error} if the file has another form, or an unknown list. */
export function readLists(file: URL, names: readonly string[]): Lists {
  return readListsByLanguage(file, names)[''] ?? {};
}

/** Reads lists by language. @throws {Error} as {@link readLists} does. */
export function readListsByLanguage(file: URL, names: readonly string[]): Record<string, Lists> {
  const languages: Record<string, Lists> = {};
  let lists: Lists = {};
  let words: string[] | undefined;
  for (const [at, line] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    const [isRead, language, indent, name = '', text] = LINE.exec(line) ?? [];
    if (language !== undefined) languages[language] = lists = {};
    else if (indent !== undefined && names.includes(name)) {
      if (indent === '') languages[''] = lists;
      lists[name] = words = [];
    } else if (text !== undefined && words !== undefined) words.push(...text.trim().split(/\s+/));
    else if (isRead === undefined || name !== '' || text !== undefined)
      throw new Error(`${file.pathname}:${at + 1}: should be words, in one of ${names.join(', ')}: ${line}`);
  }
  return languages;
}
