/** How the commands answer: a table or a sentence for people, with `--json` the same as JSON, and exit codes for scripts. */
import { Failure } from '../foundation/failure.ts';

/** 0 is success. Usage errors are the parser's. */
export const EXIT = { failed: 1, usage: 2, unsound: 3 } as const;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** What a person at the machine is told of an error: the faults of a refusal one by one, else its message and cause. */
export function describe(error: unknown): string {
  if (error instanceof Failure) {
    const faults = error.details.faults?.map((fault) => fault.msg) ?? [];
    if (faults.length > 0) return faults.join('\n');
    const { cause } = error;
    return cause instanceof Error ? `${error.publicMessage} (${reasonOf(cause)})` : error.publicMessage;
  }
  return error instanceof Error ? error.message : String(error);
}

/** A connection refused on several addresses has no message, only a code. */
function reasonOf(cause: Error & { code?: unknown }): string {
  return cause.message || String(cause.code ?? cause.name);
}

export function isoOrDash(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString();
}
