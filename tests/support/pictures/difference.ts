/** Compares two pictures of a page, point by point; softened edges of letters don't count. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

interface Difference {
  /** The points that differ, as a share of all. One where the sizes differ. */
  share: number;
  /** A PNG that marks them; null where the sizes differ. */
  marked: Buffer | null;
}

/** A share of the distance from black to white; two colours that are nearer are taken for one. */
const THRESHOLD = 0.1;

export function differenceOf(before: Buffer, after: Buffer): Difference {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return { share: 1, marked: null };
  const marked = new PNG({ width, height });
  const differing = pixelmatch(one.data, other.data, marked.data, width, height, { threshold: THRESHOLD });
  return { share: differing / (width * height), marked: PNG.sync.write(marked) };
}
