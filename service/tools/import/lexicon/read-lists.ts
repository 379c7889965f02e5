/** Reads lists of words from a YAML file: by language, by section, words with spaces between them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Lists = Record<string, Record<string, string[]>>;

/** @throws {Error} where the file has another form, or a section of another name. */
export function readLists(file: URL, sections: readonly string[]): Lists {
  const languages = Object.entries(parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  return Object.fromEntries(
    languages.map(([language, lists]) => {
      const read = Object.entries(lists as Record<string, unknown>).map(([section, text]) => {
        if (!sections.includes(section) || typeof text !== 'string')
          throw new Error(`${file.pathname}: ${language}.${section} should be words, in one of ${sections}`);
        return [section, text.split(/\s+/).filter((word) => word !== '')];
      });
      return [language, Object.fromEntries(read)];
    }),
  );
}
