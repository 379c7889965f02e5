/**
 * Dates and numbers as the reader's browser writes them. The words around them stay English, as the pages are. Nothing
 * else in the dashboard names a locale.
 */

/** The person's languages, most wanted first. A browser may name some that its own library does not take. */
const LOCALES = navigator.languages.filter(isKnown);

function isKnown(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat([...LOCALES], options);
}

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat([...LOCALES], options);
}
