export function readContent(
  _kind: string,
  _text: string,
): { unreadable: string | null; acts: []; facts: Record<string, never> } {
  return { unreadable: null, acts: [], facts: {} };
}
