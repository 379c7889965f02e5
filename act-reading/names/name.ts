/**
 * The form in which names of tools are compared. Letter case, separators and the prefix `mcp` make no difference, so
 * one tool has one name, however a framework writes it. A name that poses as another, by letters of another script or
 * by invisible characters, has no such form.
 */

/** An action may be longer than a name, because it may name the server twice. */
const MAX_ACTION_CHARACTERS = 1024;

export interface Name {
  /** All words without separators. This is what is compared. */
  key: string;
  /** The words between separators, in lower case, joined by dots: `gmail.sendemail` for `gmail/sendEmail`. */
  parts: string;
  /** Also split at changes of case: `gmail.send.email`. */
  words: string;
}

/** Returns null if the name may pose as another, or has no letters or digits. */
export function readName(text: string): Name | null {
  const plain = plainOf(text);
  if (plain === null) return null;
  const parts = withoutPrefix(splitAtSeparators(plain));
  if (parts.length === 0) return null;
  const words = parts.flatMap(splitAtCase);
  return {
    key: keyOf(parts),
    parts: parts.map(folded).join('.'),
    words: withoutPrefix(words.map(folded)).join('.'),
  };
}

/** The names of an entry, as keys. */
export interface EntryKeys {
  /** The server and the name. */
  full: string;
  /** All keys, including the one that names the server twice and, for a known server, the one without it. */
  all: readonly string[];
}

/** Returns null as {@link readName} does. */
export function keysOfEntry({ tool, server }: { tool: string; server?: string }): EntryKeys | null {
  const plainTool = plainOf(tool);
  const plainServer = server === undefined ? '' : plainOf(server);
  if (plainTool === null || plainServer === null) return null;
  // Together, server and tool must also be of one script.
  if (!(ASCII.test(plainTool) && ASCII.test(plainServer)) && plainOf(`${server ?? ''} ${tool}`) === null) {
    return null;
  }
  const { server: serverKey, tool: toolKey } =
    server === undefined ? divided(plainTool) : keysOfBoth(plainServer, plainTool);
  if (toolKey === '' || (server !== undefined && serverKey === '')) return null;
  if (serverKey === '') return { full: toolKey, all: [toolKey] };
  const full = serverKey + toolKey;
  return { full, all: [...new Set([full, serverKey + full, toolKey])] };
}

/** Splits a name that contains its server at the first of `.`, `:`, `/` and `__`. */
function divided(plain: string): { server: string; tool: string } {
  const text = plain.replace(/^mcp(?:__|[.:/_-])(?=.)/i, '');
  const found = STRONG_SEPARATOR.exec(text);
  if (found === null || found.index === 0) return { server: '', tool: keyOf(splitAtSeparators(text)) };
  return keysOfBoth(text.slice(0, found.index), text.slice(found.index + found[0].length));
}

const STRONG_SEPARATOR = /__+|[.:/]/;

/** Tools often repeat their server: `gmail_send_email` of the server `gmail` is its `send_email`. */
function keysOfBoth(server: string, tool: string): { server: string; tool: string } {
  const serverKey = keyOf(withoutPrefix(splitAtSeparators(server)));
  const parts = withoutPrefix(splitAtSeparators(tool));
  const toolKey = foldedAll(parts);
  if (!toolKey.startsWith(serverKey)) return { server: serverKey, tool: toolKey };
  for (const words of [parts, parts.flatMap(splitAtCase)]) {
    let begun = '';
    for (const [place, word] of words.entries()) {
      begun += folded(word);
      if (begun.length > serverKey.length) break;
      if (begun === serverKey && place + 1 < words.length) {
        return { server: serverKey, tool: foldedAll(words.slice(place + 1)) };
      }
    }
  }
  return { server: serverKey, tool: toolKey };
}

function keyOf(parts: readonly string[]): string {
  const key = foldedAll(parts);
  return key.length > PREFIX.length && key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key;
}

const foldedAll = (words: readonly string[]) => folded(words.join(''));

const PREFIX = 'mcp';

function withoutPrefix(words: readonly string[]): string[] {
  const [first = '', ...rest] = words;
  return rest.length > 0 && folded(first) === PREFIX ? rest : [...words];
}

export function splitAtSeparators(plain: string): string[] {
  return plain.split(/[._\-:/ ]+/).filter((part) => part !== '');
}

/** Splits `HTTPServer` into two words, and leaves `s3` as one. */
export function splitAtCase(part: string): string[] {
  return part.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

/** Folds case, also for letters that have several lower-case forms. */
export function folded(text: string): string {
  const small = text.toLowerCase();
  return ASCII.test(small) ? small : small.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

const ASCII = /^[\x20-\x7e]*$/;

/** Returns the NFKC form; null if the text may pose as another name, or is too long to be one. */
export function plainOf(text: string): string | null {
  if (text.length > MAX_ACTION_CHARACTERS) return null;
  if (ASCII.test(text)) return text.trim();
  if (UNSEEN.test(text)) return null;
  const plain = text.normalize('NFKC').trim();
  return isOfOneScript(plain) ? plain : null;
}

const UNSEEN = /\p{C}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|\u2800/u;

/** Scripts that are used together, also beside Latin letters. */
const EAST_ASIAN = /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[ー々〆])$/u;
const ALONE = [
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Telugu}/u,
  /\p{Script=Thai}/u,
];
/** Letters with marks that do not look like an ASCII letter. */
const LATIN = /^[a-zA-Z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e\u1ea0-\u1ef9]$/;
const SCRIPTS_WITH_MARKS =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Letters of other scripts that look like ASCII letters. */
const DRAWN_AS_LATIN = /^[авекмнорстухіјѕһԁԛԝӏвконρυικχαετηγνν]+$/iu;

function isOfOneScript(plain: string): boolean {
  const scripts = new Set<string>();
  let letters = '';
  for (const character of plain) {
    if (ASCII.test(character)) {
      if (/[a-zA-Z]/.test(character)) scripts.add('latin');
      continue;
    }
    if (/\p{M}/u.test(character)) {
      if (!SCRIPTS_WITH_MARKS.test(plain)) return false;
      continue;
    }
    if (!/\p{L}/u.test(character)) return false;
    const script = scriptOf(character);
    if (script === null) return false;
    scripts.add(script);
    letters += character;
  }
  const alone = [...scripts].filter((script) => script !== 'latin' && script !== 'east-asian');
  if (alone.length === 0) return true;
  return scripts.size === 1 && !DRAWN_AS_LATIN.test(letters);
}

function scriptOf(letter: string): string | null {
  if (LATIN.test(letter)) return 'latin';
  if (EAST_ASIAN.test(letter)) return 'east-asian';
  const place = ALONE.findIndex((script) => script.test(letter));
  return place < 0 ? null : String(place);
}
