/** Divides the ids that a page asks for into calls of bounded length. */

/** Fewer than the service takes, and short enough for an address. */
const MOST_IDS = 40;
const MOST_CHARACTERS = 6000;

export function inCalls<Each extends { id: string }>(all: readonly Each[]): Each[][] {
  const calls: Each[][] = [];
  let left = 0;
  for (const each of all) {
    const length = encodeURIComponent(each.id).length;
    const call = calls.at(-1);
    if (call === undefined || call.length === MOST_IDS || length > left) {
      calls.push([each]);
      left = MOST_CHARACTERS - length;
    } else {
      call.push(each);
      left -= length;
    }
  }
  return calls;
}
