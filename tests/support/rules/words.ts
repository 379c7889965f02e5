/** Words that leave open who acts or what is meant. Comments, strings and pages must name it instead. */
import type { Breach, Rule } from './source.ts';

const VAGUE = /\b(?:who(?:m|)ever|what(?:ever)|(?:no|every|some)body)\b/gi;

/** Texts that must stay: a Unix account, and a law's reason that stored evidence is compared with. */
const FIXED = [/'nobody'/g, /failed and nobody has acknowledged it/g];

export const wordsArePlain: Rule = ({ path: file, lines }) =>
  lines.flatMap((line, place) => vagueIn(file, line, place));

function vagueIn(file: string, line: string, place: number): Breach[] {
  const free = FIXED.reduce((rest, text) => rest.replace(text, ''), line);
  return [...free.matchAll(VAGUE)].map(([word]) => ({
    file,
    line: place + 1,
    wayOut: `"${word}": say who acts or what is meant (a caller, no key, each field).`,
  }));
}
