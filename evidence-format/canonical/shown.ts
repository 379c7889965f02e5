/**
 * Makes foreign text harmless for a person to read. Invisible characters, and those that move a cursor or change the
 * writing direction, are written as escapes; everything else stays unchanged.
 */

/**
 * Controls, formats (including direction marks), unusual spaces, fillers, and unassigned, private or half characters;
 * not the ordinary space.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');
/** The line feeds of indented JSON stand between its values; within texts they are escaped. */
const EACH_UNSEEN_OF_JSON = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, 'gu');
const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function hasInvisible(text: string): boolean {
  return UNSEEN.test(text);
}

/** Always returns one line. Applying it twice gives the same result. */
export function shown(text: string): string {
  return text.replace(EACH_UNSEEN, escapeOf);
}

/** As in JSON up to U+FFFF, with braces above that. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return SHORT_ESCAPES[character] ?? (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`);
}

/** JSON that means the same to a program, and is harmless on a terminal. @param indent as for JSON.stringify. */
export function shownJson(value: unknown, indent?: number): string {
  return harmlessJson(JSON.stringify(value, null, indent));
}

/**
 * The same for a text that is already JSON, or a double-quoted YAML scalar: escapes all invisible characters except
 * line feeds.
 */
export function harmlessJson(json: string): string {
  return json.replace(EACH_UNSEEN_OF_JSON, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
