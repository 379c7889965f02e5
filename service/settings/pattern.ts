/** Patterns over action names, for whatever a tenant sets by action. */

/**
 * Whether the whole text fits the pattern, in which `*` stands for any run of characters, the empty one included.
 * Only the last `*` is ever tried again, so the work is bounded by the product of the two lengths: a pattern can
 * not be written that stalls the service.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let lastStar = -1;
  let resumeAt = 0;
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      lastStar = inPattern;
      inPattern += 1;
      resumeAt = at;
    } else if (pattern[inPattern] === text[at]) {
      inPattern += 1;
      at += 1;
    } else if (lastStar >= 0) {
      resumeAt += 1;
      at = resumeAt;
      inPattern = lastStar + 1;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}
