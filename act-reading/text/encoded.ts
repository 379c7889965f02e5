/**
 * Finds text in the pieces of an address that is encoded in base64, base32 or hexadecimal. A word is rarely one of
 * these by chance: hardly one in a thousand decodes to letters and digits alone.
 */

/** In bytes. A shorter text is hardly data, and may decode by chance. */
const MIN_BYTES = 7;

interface Encoding {
  form: RegExp;
  decoded(text: string): Buffer;
}

const ENCODINGS: readonly Encoding[] = [
  // With a capital or a digit inside, which words of a language do not have.
  { form: /^(?=.+[A-Z0-9])[A-Za-z0-9+/_-]{8,}=*$/, decoded: (text) => Buffer.from(text, 'base64') },
  { form: /^(?=.*[a-f])(?:[0-9a-f]{2}){8,}$/i, decoded: (text) => Buffer.from(text, 'hex') },
  { form: /^(?:[a-z2-7]{16,}|[A-Z2-7]{16,})=*$/, decoded: fromBase32 },
];

/** Whether a piece, or several joined, is encoded text. */
export function hidesText(pieces: readonly string[]): boolean {
  const written = pieces
    .slice(0, MAX_PIECES)
    .map(unescaped)
    .filter((piece) => piece !== '');
  return [...written, ...runsOf(written)].some(isEncoded);
}

/** Returns neighbours that are long enough to be pieces of one text. */
function runsOf(pieces: readonly string[]): string[] {
  const runs: string[] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    let run = pieces[first] ?? '';
    for (const piece of pieces.slice(first + 1, first + MAX_JOINED)) {
      run += piece;
      runs.push(run);
    }
  }
  return runs;
}

const MAX_PIECES = 200;
const MAX_JOINED = 8;
const MAX_CHARACTERS = 2_048;

function isEncoded(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  return ENCODINGS.some(({ form, decoded }) => form.test(text) && readsAsText(decoded(text)));
}

function readsAsText(bytes: Buffer): boolean {
  if (bytes.length < MIN_BYTES) return false;
  const text = bytes.toString('utf8');
  const letters = text.match(/[a-z\d]/gi)?.length ?? 0;
  return /^[\p{L}\p{N} _.,:;=@/+\-{}"'!?#&$%*()[\]\n]+$/u.test(text) && letters * 5 >= text.length * 3;
}

function unescaped(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of text.toLowerCase().replace(/=+$/, '')) {
    value = (value << 5) | BASE32.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
