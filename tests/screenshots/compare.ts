/**
 * Compares the pictures of two runs. A page that differs is named, with the share of its points, and a picture marks
 * them: people look, and decide whether it is meant. A page that has become taller or wider is named too.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { differenceOf } from '../support/pictures/difference.ts';

/** Below this share of its points, a page counts as the same. */
const TOLERANCE = 0.001;

/** @returns the names of those that differ or are gone. */
export function comparePictures(before: string, after: string): string[] {
  const marks = path.join(after, 'differences');
  mkdirSync(marks, { recursive: true });
  return readdirSync(before)
    .filter((name) => name.endsWith('.png'))
    .flatMap((name) => {
      const now = path.join(after, name);
      if (!existsSync(now)) return [`${name}: is gone`];
      const { share, marked } = differenceOf(readFileSync(path.join(before, name)), readFileSync(now));
      if (share <= TOLERANCE) return [];
      if (marked === null) return [`${name}: has another size`];
      writeFileSync(path.join(marks, name), marked);
      return [`${name}: ${(share * 100).toFixed(2)} % differs, see ${path.join(marks, name)}`];
    });
}
