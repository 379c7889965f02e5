/** Lists of words and patterns, in code and in tables. */
import { readData } from './data.ts';

/** @returns a function that reads the file and makes the result on its first call, and then returns the same. */
export function madeOf<Data, Made>(file: string, make: (data: Data) => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make(readData(file) as Data);
    return made;
  };
}

/** @param words with a space between two. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

export type Names = Pick<ReadonlySet<string>, 'has'>;

/**
 * @param file holds lists of words by their names.
 * @returns a function that gives a list. All lists are read when the first is asked for a word.
 */
export function namesIn(file: string): (list: string) => Names {
  const read = madeOf(
    file,
    (lists: Record<string, string>) =>
      new Map(Object.entries(lists).map(([list, words]) => [list, setOf(words)])),
  );
  return (list) => ({ has: (word) => read().get(list)?.has(word) === true });
}

/** Matches one of these patterns between `before` and `behind`. */
export function oneOf(patterns: readonly string[], before = '^', behind = '$', flags = ''): RegExp {
  return new RegExp(`${before}(?:${patterns.join('|')})${behind}`, flags);
}
