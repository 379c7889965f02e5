/** Names a device by its User-Agent. Only known words are shown, since the header can hold anything. */

/** The first match counts: most browsers also claim to be others. */
const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const;

const SYSTEMS = [
  ['Android', /Android/],
  ['an iPhone', /iPhone/],
  ['an iPad', /iPad/],
  ['Windows', /Windows/],
  ['a Mac', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

export function deviceOf(userAgent: string | null): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const browser = nameIn(BROWSERS) ?? 'A browser';
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
