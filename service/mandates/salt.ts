/** The salt of a commitment to the text of a task, so that the text can't be guessed from it. */
import type { FillRandom } from '../foundation/ids.ts';

const SALT_BYTES = 32;

/** 32 random bytes in hex. */
export function randomSalt(fillRandom: FillRandom): string {
  const salt = new Uint8Array(SALT_BYTES);
  fillRandom(salt);
  return Buffer.from(salt).toString('hex');
}
