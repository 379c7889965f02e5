/**
 * What a pattern would take to compile, told from its source. RE2 promises to search in time that grows with the text;
 * it does not promise to compile in any, and some sources of twenty characters take seconds.
 */
import { MAX_PATTERN_CHARACTERS, MAX_PATTERN_INSTRUCTIONS } from './limits.ts';

/** An escape, a class, a count, or any other character; what RE2 reads otherwise it refuses afterwards. */
const PIECE =
  /\\(?:[pP](?:\{[^}]*\}|[\s\S])|x\{[^}]*\}|Q[\s\S]*?(?:\\E|$)|[\s\S])|\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|[\s\S]/gu;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;

/** @throws Error that says why it is not taken. */
export function refuseCostly(source: string): void {
  if (source.length > MAX_PATTERN_CHARACTERS) {
    throw new Error(
      `the pattern has ${source.length} characters; at most ${MAX_PATTERN_CHARACTERS} are taken`,
    );
  }
  const ignoresCase = IGNORES_CASE.test(source);
  // The size of each group that is open, and of the piece that was read last.
  const groups = [0];
  let last = 0;
  for (const [piece, least, , most] of source.matchAll(PIECE)) {
    const inner = groups.length - 1;
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most || 0), 1);
      groups[inner] = (groups[inner] as number) + last * (times - 1) + times;
      last *= times;
    } else if (piece === '(') groups.push(0);
    else if (piece === ')' && inner > 0) {
      last = (groups.pop() as number) + 2;
      groups[inner - 1] = (groups[inner - 1] as number) + last;
    } else {
      refusePiece(piece, ignoresCase);
      last = piece.startsWith('\\Q') ? piece.length : 1;
      groups[inner] = (groups[inner] as number) + last;
    }
  }
  const size = groups.reduce((all, each) => all + each, 0);
  if (size > MAX_PATTERN_INSTRUCTIONS)
    throw new Error('the pattern is too large: its counts multiply one another');
}

function refusePiece(piece: string, ignoresCase: boolean): void {
  // Their tables are a megabyte, and take long to build.
  if (/\\[pP]/.test(piece))
    throw new Error('patterns have no Unicode classes: write the letters, or [^\\x00-\\x7f]');
  // The other case is looked up for each of the characters that a range spans.
  if (ignoresCase && piece.startsWith('[') && /[^\t-~]|\\[xX0-7]/.test(piece)) {
    throw new Error('where case is ignored, a class can have ASCII characters alone');
  }
}
