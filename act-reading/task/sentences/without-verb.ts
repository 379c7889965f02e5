/** Commands without a verb: `Two rooms in Graz, 9-11 June` asks for them, and `no payment yet` denies it. */
import type { Lexicon } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';
import { classAt, type Phrase, phraseAfter } from './phrase.ts';

export interface Named {
  object: Phrase;
  isDenied: boolean;
}

/** @returns null if the sentence asks for nothing. */
export function namedIn(tokens: readonly Token[], lexicon: Lexicon): Named | null {
  const isAsked = isBooking(tokens, lexicon);
  const noun = tokens.findIndex((_, place) => classAt(tokens, place, lexicon) !== null);
  const before = tokens.slice(0, Math.max(noun, 0));
  const isDenied = before.some(({ text }) => lexicon.is('negators', text));
  if (noun < 0 || !(isAsked || isDenied)) return null;
  return { object: phraseAfter(tokens, 0, lexicon), isDenied };
}

const STATES = new Set(
  "is are was were has have had will said says i i'm we he she they ist sind war est sont es son è sono".split(
    ' ',
  ),
);

/** An order or a meeting with numbers, about which the sentence reports nothing. */
function isBooking(tokens: readonly Token[], lexicon: Lexicon): boolean {
  const first = tokens.findIndex((_, place) =>
    ['order', 'event'].includes(classAt(tokens, place, lexicon) ?? ''),
  );
  if (first < 0) return false;
  const end = tokens.findIndex((token, place) => place > first && token.text === ',');
  const told = end < 0 ? tokens : tokens.slice(0, end);
  return told.some((token) => token.kind === 'number') && !told.some(({ text }) => STATES.has(text));
}
