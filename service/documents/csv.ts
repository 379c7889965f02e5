/**
 * Writes CSV (RFC 4180, UTF-8). With any text from callers, each record is one record to every reader, and no cell is a
 * formula, even in a spreadsheet that splits at semicolons or at every line break.
 */
import assert from 'node:assert/strict';
import { escapeOf } from '@assize/evidence-format';
import { stringify } from 'csv-stringify/sync';

/** A number of our own, which may begin with a minus, so that spreadsheets can calculate with it. */
export interface Figure {
  figure: string;
}

export type CsvField = string | Figure;

/**
 * Quotes everything but a plain word. The library alone leaves line breaks unquoted once records have a delimiter of
 * their own.
 */
const OPTIONS = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  quoted_match: /[^\w.:-]/,
} as const;
const FIGURE = /^(?:-?\d+(?:\.\d+)?)?$/;

/** Control characters except white space, marks that change the writing direction, and lone surrogates. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
/**
 * The signs that start a formula in spreadsheets, also in full width and after characters that some of them skip: at the
 * start of a field, and where one would start if the file were split at a sign other than the comma.
 */
const FORMULA = /(?<=^|[;|\t\r\n])(?:(?![\t\r\n])["\s\p{Cf}])*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/gu;

/** @returns the records, each with its line break. */
export function csvRecords(rows: readonly (readonly CsvField[])[]): string {
  return stringify(
    rows.map((row) => row.map(textOf)),
    OPTIONS,
  );
}

function textOf(field: CsvField): string {
  if (typeof field === 'string') return withoutFormula(field.replace(MISLEADING, escapeOf));
  assert.match(field.figure, FIGURE);
  return field.figure;
}

/** Puts an apostrophe before each, so that spreadsheets read it as text. */
function withoutFormula(text: string): string {
  return text.replace(FORMULA, (begin) => `'${begin}`);
}
