/** Makes regular expressions from the lists of patterns in tables. */
import { readData } from './data.ts';

/** @returns a function that reads the file and makes the result on its first call, and then returns the same. */
export function madeOf<Data, Made>(file: string, make: (data: Data) => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make(readData(file) as Data);
    return made;
  };
}

/** Matches one of these patterns between `before` and `behind`. */
export function oneOf(patterns: readonly string[], before = '^', behind = '$', flags = ''): RegExp {
  return new RegExp(`${before}(?:${patterns.join('|')})${behind}`, flags);
}
