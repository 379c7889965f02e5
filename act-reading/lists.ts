/** Lists of patterns, as the tables write them. */
import { readData } from './data.ts';

/** @returns what is made of the file when it is first asked for, and the same from then on. */
export function madeOf<Data, Made>(file: string, make: (data: Data) => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make(readData(file) as Data);
    return made;
  };
}

/** A pattern of one of these, with this before it and this behind it. */
export function oneOf(patterns: readonly string[], before = '^', behind = '$', flags = ''): RegExp {
  return new RegExp(`${before}(?:${patterns.join('|')})${behind}`, flags);
}
