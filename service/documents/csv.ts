/**
 * CSV as the product writes it (RFC 4180, UTF-8): each record is one record to every reader, whatever callers wrote, and
 * no cell of it a formula, also where a spreadsheet was told to cut at semicolons, or cuts at every line break.
 */
import assert from 'node:assert/strict';
import { escapeOf } from '@assize/evidence-format';
import { stringify } from 'csv-stringify/sync';

/** A number of ours, which may begin with a minus: spreadsheets shall reckon with it. */
export interface Figure {
  figure: string;
}

export type CsvField = string | Figure;

/**
 * Whatever is not one plain word is quoted. The library's own choice leaves line breaks bare as soon as a record has a
 * delimiter of its own.
 */
const OPTIONS = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  quoted_match: /[^\w.:-]/,
} as const;
const FIGURE = /^(?:-?\d+(?:\.\d+)?)?$/;

/** Controls that are no white space, marks that turn the direction of writing, and half characters. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
/**
 * What spreadsheets take for the begin of a formula, also in full width, and behind what some of them skip; where a field
 * begins, and where it would if the file were cut at another sign than the comma.
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

/** An apostrophe before each, which spreadsheets read as: this is text. */
function withoutFormula(text: string): string {
  return text.replace(FORMULA, (begin) => `'${begin}`);
}
