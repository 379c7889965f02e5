/**
 * Foreign text in Slack's forms of text. It can't mention anyone, become a link, format what stands beside it, turn
 * the direction of a line, or hide characters.
 */
import type { JsonObject } from '@assize/evidence-format';
import { isolated } from '../../../notices/index.ts';

/** Characters that are not seen, or that turn the direction of what follows. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]/u;
/** Slack's control characters, which it wants as entities in every form of text. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** The same mark for the eye; a real one would end the code. */
const BACKTICK_DRAWN = '\u02cb';
const CUT = '…';

/**
 * @param most the maximum length of the result, entities included. @param lines whether line breaks stay.
 * @returns the text with unseen characters as `[U+202E]`.
 */
export function shown(text: string, most: number, { lines = false } = {}): string {
  // Each character gives at least one, so what follows would be cut in any case.
  const start = text.slice(0, most + 1);
  return isolated(start) === start ? cut(start, most, lines) : isolated(cut(start, most - 2, lines));
}

function cut(text: string, most: number, lines: boolean): string {
  const pieces = [...text].map((character) => shownCharacter(character, lines));
  const whole = pieces.join('');
  if (whole.length <= most) return whole;
  let result = '';
  for (const piece of pieces) {
    if (result.length + piece.length > most - CUT.length) break;
    result += piece;
  }
  return result + CUT;
}

function shownCharacter(character: string, keepsLines: boolean): string {
  if (character === '\n') return keepsLines ? '\n' : ' ';
  if (character === '\t') return ' ';
  if (!UNSEEN.test(character)) return ENTITIES[character] ?? character;
  const point = character.codePointAt(0) ?? 0;
  return `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Text in which Slack reads no markup and no emoji. */
export function plain(text: string): JsonObject {
  return { type: 'plain_text', text, emoji: false };
}

/** Our own markup. `verbatim`: Slack turns no further text into links. */
export function marked(text: string): JsonObject {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Foreign text as code, in which Slack reads no formatting; a dash for none. */
export function code(text: string | null, most: number): string {
  const inner = shown(text ?? '', most - 2)
    .replaceAll('`', BACKTICK_DRAWN)
    .trim();
  return inner === '' ? '–' : `\`${inner}\``;
}

/** Several lines of foreign text as code. */
export function codeBlock(text: string, most: number): string {
  const inner = shown(text, most - 8, { lines: true }).replaceAll('`', BACKTICK_DRAWN);
  return `\`\`\`\n${inner}\n\`\`\``;
}

/** A time in the reader's own time zone. @param form as Slack names it, such as `{time}`. */
export function time(ms: number, form = '{date_short_pretty}, {time}'): string {
  const inUtc = `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(ms / 1000)}^${form}|${inUtc}>`;
}

/** A link to a page of the service. */
export function link(url: string, text: string): string {
  const safe = url.replace(/[&<>|]/g, (character) => ENTITIES[character] ?? '%7C');
  return `<${safe}|${text}>`;
}
