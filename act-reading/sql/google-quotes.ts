/**
 * Strings and names of BigQuery: in one or three quotes, with escapes. `r` before a string takes a backslash as it
 * stands, but still no quote behind one ends it.
 */

const OPENING = /([rR]?[bB]?|[bB][rR])('''|"""|'|")|`/y;

/** @returns null where nothing quoted begins, `open` where it has no end; else its end, and itself in PostgreSQL's quoting. */
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
