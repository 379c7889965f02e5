/**
 * Whether escapes in a path may lead a server elsewhere than the text says: it may decode once more, take an escaped
 * slash for a separator, or drop what follows a semicolon. The folders of such a path say nothing about where it
 * leads.
 */

/** Servers and proxies along the way may each decode once. */
const MAX_DECODINGS = 5;

export function mayClimb(path: string): boolean {
  let text = path;
  if (hasDotSegment(text)) return true;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    const decoded = decodedOnce(text);
    if (decoded === text) return false;
    if (decoded === null || separators(decoded) !== separators(text) || hasDotSegment(decoded)) return true;
    text = decoded;
  }
  return true;
}

/** Returns null if the text is not UTF-8, which servers read in different ways. */
function decodedOnce(text: string): string | null {
  if (!/%[0-9a-f]{2}/i.test(text)) return /%u[0-9a-f]{4}/i.test(text) ? null : text;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}

const separators = (text: string) => text.normalize('NFKC').match(/[/\\]/g)?.length ?? 0;

function hasDotSegment(text: string): boolean {
  return text
    .normalize('NFKC')
    .split(/[/\\]/)
    .some((segment) => /^[\s\p{Cc}]*\.{1,2}(?:$|[;\s\p{Cc}])/u.test(segment));
}

/** Whether a path leaves the folder that it starts in. */
export function climbs(below: string): boolean {
  let depth = 0;
  for (const step of below.split('/')) {
    if (step === '..') depth -= 1;
    else if (step !== '' && step !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
