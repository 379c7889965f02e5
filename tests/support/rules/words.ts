/** Words and sentence forms that an engineer would not say aloud. Comments, strings and pages avoid them. */
import type { Breach, Rule } from './source.ts';

interface Form {
  pattern: RegExp;
  wayOut: string;
}

const COMPARED = 'longer|more|less|fewer|later|earlier|better|worse|greater|smaller|one';
const FORMS: readonly Form[] = [
  {
    pattern: /\b(?:who(?:m|)ever|what(?:ever)|(?:no|every|some)body)\b/gi,
    wayOut: 'say who acts or what is meant (a caller, no key, each field)',
  },
  {
    pattern: /(?:\/\*\*?|^\s*\*|\/\/|@returns|@param \w+)\s+(?:Of|What|Who|Whose|Whom|Which)\b(?!'s| is )/g,
    wayOut: 'open with a verb or the thing itself (Returns the rows, The fields that a caller sends)',
  },
  {
    pattern: new RegExp(`(?<!there )\\b(?:is|are|was|were) no (?!(?:${COMPARED})\\b)[a-z]+`, 'gi'),
    wayOut: 'negate the verb (is not a list)',
  },
  { pattern: /\bany more(?! than)\b/gi, wayOut: 'say "no longer"' },
  { pattern: /\b(?:is|are|was|were) told of\b/gi, wayOut: 'say who receives or reports what' },
  { pattern: /\bcan not\b|\bshall\b/gi, wayOut: 'say "cannot", "must" or "will"' },
];

/** A Unix account, and texts that stored evidence is compared with: reasons of a law, and why an act can't be read. */
const FIXED = [
  /'nobody'/g,
  /failed and nobody has acknowledged it/g,
  /\b(?:it|its pipeline|context\.arguments) is no (?:absolute|address|complete|document|domain|list|mail|number|object|phone|statement|text|URL)\b/g,
  /\bits (?:headers|parts) can (?:not) be (?:read|told apart)/g,
];

export const wordsArePlain: Rule = ({ path: file, lines }) =>
  lines.flatMap((line, place) => formsIn(file, line, place));

function formsIn(file: string, line: string, place: number): Breach[] {
  const free = FIXED.reduce((rest, text) => rest.replace(text, ''), line);
  return FORMS.flatMap(({ pattern, wayOut }) =>
    [...free.matchAll(pattern)].map(([words]) => ({
      file,
      line: place + 1,
      wayOut: `"${words.trim()}": ${wayOut}.`,
    })),
  );
}
