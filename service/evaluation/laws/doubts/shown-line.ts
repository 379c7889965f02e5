/** Shortens a caller's text to one short line for a reason. */
const LONGEST_SHOWN = 80;

export function shownLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ');
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1)}…`;
}
