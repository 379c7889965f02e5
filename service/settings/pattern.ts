/** Patterns over action names, for whatever a tenant sets by action. */

/**
 * Whether the whole text fits the pattern, in which `*` stands for any run of characters, the empty one included.
 * What stands between two stars is looked for once, from where the part before it ended: the first place is as good as
 * any later one, so nothing is tried again, and a pattern can not be written that stalls the service.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  let star = pattern.indexOf('*');
  if (star === -1) return text === pattern;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  let from = star;
  for (let next = pattern.indexOf('*', star + 1); next !== -1; next = pattern.indexOf('*', star + 1)) {
    const part = pattern.slice(star + 1, next);
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
    star = next;
  }
  const rest = pattern.slice(star + 1);
  return text.length - rest.length >= from && text.endsWith(rest);
}
