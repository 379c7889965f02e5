/** A field of a CSV file, such that no spreadsheet takes it for a formula, whoever wrote it. */

/** What spreadsheets take for the begin of a formula, also in full width, and behind what some of them skip. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

export function withoutFormula(field: string): string {
  return FORMULA.test(field) ? `'${field}` : field;
}
