/**
 * Strings and names of BigQuery: in one or three quotes, with escapes. In an `r` string, a backslash stands for
 * itself, but a quote after it still does not end the string.
 */

const OPENING = /([rR]?[bB]?|[bB][rR])('''|"""|'|")|`/y;

/**
 * @returns null if nothing quoted begins here, `open` if it has no end; otherwise its end, and the text in
 * PostgreSQL's quoting.
 */
export function quotedByGoogle(text: string, start: number): { end: number; text: string } | 'open' | null {
  OPENING.lastIndex = start;
  const [opening, prefix = '', quote = '`'] = OPENING.exec(text) ?? [];
  if (opening === undefined) return null;
  const isRaw = /r/i.test(prefix);
  let value = '';
  for (let at = start + opening.length; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\\') {
      at += 1;
      value += (isRaw ? char : '') + (text[at] ?? '');
    } else if (text.startsWith(quote, at)) return { end: at + quote.length, text: written(value, quote) };
    else if (char === '\n' && quote.length === 1) return 'open';
    else value += char;
  }
  return 'open';
}

function written(value: string, quote: string): string {
  return quote === '`' ? `"${value.replaceAll('"', '""')}"` : `'${value.replaceAll("'", "''")}'`;
}
