/**
 * Whether the escapes of a path may lead a server elsewhere than its text says: it may decode once more, take an escaped
 * slash for one, or drop what stands behind a semicolon. Then the folders of the path say nothing of where it leads.
 */

/** Each decoding is one that some server or proxy on the way does. */
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

/** null if it is not UTF-8, which servers read in different ways. */
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
