/**
 * One line for each thing worth telling, on a stream that no client reads as MCP. Secrets of the configuration and
 * keys of Assize never stand in it, and what servers write can't begin a line of its own or move the terminal.
 */
export type Log = (line: string) => void;

const KEY = /\bak_[0-9a-zA-Z]{8,}/g;
const CREDENTIAL = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
// What a terminal or a reader of lines would act on.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** A shorter value would blacken words that are no secret. */
const MIN_SECRET_CHARACTERS = 6;
const MAX_LINE_CHARACTERS = 2_000;
const MAX_SESSION_LINES = 10;

/** @param secrets values that must not be shown, such as those of the environment of a wrapped server */
export function logTo(write: (text: string) => void, secrets: readonly string[] = []): Log {
  const redact = redactorOf(secrets);
  return (line) => write(`assize gateway: ${redact(line)}\n`);
}

/** @returns a log that tells the first lines of a session alone: a server can fail without end */
export function logOfSession(log: Log): Log {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines > MAX_SESSION_LINES) return;
    log(lines === MAX_SESSION_LINES ? `${line} (more of this session is not logged)` : line);
  };
}

/** What is the same for each call, such as a scope that a key lacks, is told with the first one. */
export function onceTo(log: Log): Log {
  const told = new Set<string>();
  return (line) => {
    if (told.has(line)) return;
    told.add(line);
    log(line);
  };
}

/** @returns what makes a text fit to be shown: one line, without secrets */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  // The longest first: one secret can be part of another.
  const hidden = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text.slice(0, 4 * MAX_LINE_CHARACTERS);
    for (const secret of hidden) shown = shown.replaceAll(secret, '[secret]');
    shown = shown.replace(KEY, '[secret]').replace(CREDENTIAL, '$1 [secret]').replace(CONTROLS, ' ');
    return shown.length > MAX_LINE_CHARACTERS ? `${shown.slice(0, MAX_LINE_CHARACTERS)}…` : shown;
  };
}

/** Words of a failure for the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
