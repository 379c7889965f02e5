/**
 * The short texts that a longer text lists as names: the cells of a table, what stands after a label, in quotation
 * marks or before a mail address. Only so can a name without a mark be told from the words around it.
 */

const MAX_NAME = 120;
const MAX_LINE = 2_000;
const LABELLED = /^[\s>*•-]*\p{L}[\p{L}\p{N}\p{M} _/().*-]{0,40}:[\s*]+(.{1,120})$/u;
const ADDRESS = /<[^\s<>@]{1,64}@/g;
const MAX_BEFORE = 80;
const ENDS_BEFORE = /[<>,;|:\n]/;
const IN_QUOTES = /[“„«]([^“”„«»\n]{1,120})[”“»]|`([^`\n]{1,120})`|"([^"\n]{1,120})"/g;
/** A comma also stands in sentences, so one alone makes no table. */
const DELIMITERS: readonly (readonly [string, number])[] = [
  ['\t', 2],
  ['|', 2],
  [';', 3],
  [',', 3],
];

export function* namesIn(text: string): Generator<string> {
  for (const written of writtenIn(text)) {
    const name = written.trim().replace(/^["'*`]+|["'*`]+$/g, '');
    if (name !== '' && name.length <= MAX_NAME && /\p{L}/u.test(name)) yield name;
  }
}

function* writtenIn(text: string): Generator<string> {
  if (text.includes('@'))
    for (const { index } of text.matchAll(ADDRESS)) {
      const before = text.slice(Math.max(0, index - MAX_BEFORE), index).split(ENDS_BEFORE);
      yield before.at(-1)?.replace(/^[\s>-]+/, '') ?? '';
    }
  for (const { 1: curly, 2: code, 3: straight, index } of text.matchAll(IN_QUOTES))
    if (text.charAt(index - 1) !== '=') yield curly ?? code ?? straight ?? '';
  if (text.includes('\n')) yield* namesInLines(text);
}

function* namesInLines(text: string): Generator<string> {
  let before: string[] | null = null;
  let isTable = false;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from);
    const line = end - from > MAX_LINE ? '' : text.slice(from, end).trim();
    from = end + 1;
    yield LABELLED.exec(line)?.[1] ?? '';
    const cells = cellsOf(line);
    const goesOn = cells !== null && cells.length === before?.length;
    if (goesOn) yield* isTable ? cells : [...(before ?? []), ...cells];
    isTable = goesOn;
    before = cells;
  }
}

function cellsOf(line: string): string[] | null {
  for (const [delimiter, fewest] of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const cells = line.split(delimiter);
    if (cells.length >= fewest) return cells;
  }
  return null;
}
