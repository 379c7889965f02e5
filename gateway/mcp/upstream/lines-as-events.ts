/**
 * Some servers stream their messages as JSON, one per line, where the protocol wants events (the reference server of
 * the conformance suite does, for `subscriptions/listen`). They are read as events, so that none is lost.
 */
const NEW_LINE = '\n';

export class LinesAsEvents {
  /** False for one message on several lines: then all of them are one. */
  isOneEach = true;
  readonly #decoder = new TextDecoder();
  #pieces: string[] = [];

  /** @returns events for the lines that are complete so far */
  take(chunk: Uint8Array): string {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#pieces.push(text);
    if (!this.isOneEach || !text.includes(NEW_LINE)) return '';
    const lines = this.#pieces.join('').split(NEW_LINE);
    const rest = lines.pop() ?? '';
    this.isOneEach = lines.every((line) => line.trim() === '' || isWhole(line));
    if (!this.isOneEach) return '';
    this.#pieces = [rest];
    return lines.map(eventOf).join('');
  }

  /** @returns the event for the last, unfinished line */
  end(): string {
    return eventOf(this.#pieces.join(''));
  }
}

function eventOf(text: string): string {
  return text.trim() === '' ? '' : `data: ${text.replaceAll(/[\r\n]/g, ' ')}\n\n`;
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
