/** Cuts a text into sentences, and splits words that are written together. */
import { withoutAccents } from '../languages/forms.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';

export interface Sentence {
  tokens: Token[];
  isQuestion: boolean;
}

export function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Token[] = [];
  const close = (isQuestion: boolean) => {
    if (current.length > 0) sentences.push({ tokens: current, isQuestion });
    current = [];
  };
  for (const token of tokens) {
    if (token.kind === 'end' || token.kind === 'question') close(token.kind === 'question');
    else current.push(token);
  }
  close(false);
  return sentences;
}

/** Splits `envíaselo` into `envía` and `selo`. */
export function withoutClitics(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const { clitics } = lexicon.grammar;
  if (clitics === undefined) return [...tokens];
  return tokens.flatMap((token) => {
    const clitic = token.kind === 'word' && !lexicon.verbs.has(token.text) ? clitics.exec(token.text) : null;
    if (clitic === null) return [token];
    const stem = token.text.slice(0, clitic.index);
    const form = [stem, withoutAccents(stem)].find((one) => lexicon.verbs.has(one));
    if (form === undefined) return [token];
    const pronoun = /^(?:me|mi|nos|ci)/.exec(clitic[0])?.[0] ?? 'lo';
    return [
      { ...token, text: form },
      { ...token, text: pronoun, isCapital: false },
    ];
  });
}
