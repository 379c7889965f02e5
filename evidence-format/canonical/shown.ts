/**
 * Foreign text, made harmless where a person reads it. What the reader could not see, and what moves a cursor or turns
 * the direction of writing, is written as an escape; everything else stays as it is.
 */

/**
 * Controls, formats (the marks of direction among them), odd spaces, fillers, what is unassigned, private, or half a
 * character. All except the ordinary space.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');
/** The line feeds of JSON stand between its values, as it is indented; inside a text it has escapes for them. */
const EACH_UNSEEN_OF_JSON = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, 'gu');
const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function hasInvisible(text: string): boolean {
  return UNSEEN.test(text);
}

/** Always one line. Applying it twice changes nothing more. */
export function shown(text: string): string {
  return text.replace(EACH_UNSEEN, escapeOf);
}

/** As in JSON up to U+FFFF, in braces above. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return SHORT_ESCAPES[character] ?? (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`);
}

/** JSON that is the same to a program, and does nothing to a terminal. @param indent as of JSON.stringify. */
export function shownJson(value: unknown, indent?: number): string {
  return harmlessJson(JSON.stringify(value, null, indent));
}

/** The same of what is JSON already, or a double-quoted scalar of YAML: anything but line feeds that none can see. */
export function harmlessJson(json: string): string {
  return json.replace(EACH_UNSEEN_OF_JSON, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
