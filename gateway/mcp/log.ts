/**
 * One line for each noteworthy event, on a stream that no client reads as MCP. It never contains secrets of the
 * configuration, keys of Assize or tokens, and text from servers can't begin its own line or control the terminal.
 */
export type Log = (line: string) => void;

const KEY = /\bak_[0-9a-zA-Z]{8,}/g;
const CREDENTIAL = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
/** A token in JWT form: its header is an object in JSON. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]*\.[\w-]*/g;
// Characters that a terminal or a reader of lines would act on.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Redacting a shorter value would also hide harmless words. */
const MIN_SECRET_CHARACTERS = 6;
const MAX_LINE_CHARACTERS = 2_000;
const MAX_SESSION_LINES = 10;

/** @param secrets values that must not be shown at that time, such as those of the environment of a wrapped server */
export function logTo(write: (text: string) => void, secrets: () => readonly string[] = () => []): Log {
  return (line) => write(`assize gateway: ${redactorOf(secrets())(line)}\n`);
}

/** @returns a log that shows only the first lines of a session: a server can fail without end */
export function logOfSession(log: Log): Log {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines > MAX_SESSION_LINES) return;
    log(lines === MAX_SESSION_LINES ? `${line} (more of this session is not logged)` : line);
  };
}

/** Anything that is the same for each call, such as a missing scope of a key, is logged with the first one. */
export function onceTo(log: Log): Log {
  const told = new Set<string>();
  return (line) => {
    if (told.has(line)) return;
    told.add(line);
    log(line);
  };
}

/** @returns a function that makes a text fit to be shown: one line, without secrets */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  // The longest come first: one secret can be part of another.
  const hidden = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text.slice(0, 4 * MAX_LINE_CHARACTERS);
    for (const secret of hidden) shown = shown.replaceAll(secret, '[secret]');
    for (const each of [KEY, TOKEN]) shown = shown.replace(each, '[secret]');
    shown = shown.replace(CREDENTIAL, '$1 [secret]').replace(CONTROLS, ' ');
    return shown.length > MAX_LINE_CHARACTERS ? `${shown.slice(0, MAX_LINE_CHARACTERS)}…` : shown;
  };
}

/** Describes a failure for the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
