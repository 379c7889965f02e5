/** Tables of text, aligned: words to the left, numbers to the right. */
export interface Table {
  columns: string[];
  rows: string[][];
}

export function renderTable({ columns, rows }: Table): string {
  const isNumeric = columns.map((_, place) =>
    rows.every((row) => /^-?[\d.,]+$|^n\/a$|^$/.test(row[place] ?? '')),
  );
  const widths = columns.map((title, place) =>
    Math.max(title.length, ...rows.map((row) => (row[place] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, place) => {
        const width = widths[place] ?? 0;
        return isNumeric[place] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A number as people read it: three figures of precision are as much as a bench can promise. */
export function figure(value: number | null): string {
  if (value === null) return 'n/a';
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2) : value.toFixed(3);
}
