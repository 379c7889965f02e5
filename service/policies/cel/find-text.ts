/** Finds a text in another in time that grows with both, whatever they are. */

/** Up to here the engine's own search keeps a table of the whole part; beyond, a part made for it takes it seconds. */
const LONGEST_FOR_THE_ENGINE = 128;

export function includesText(text: string, part: string): boolean {
  return part.length <= LONGEST_FOR_THE_ENGINE ? text.includes(part) : searched(text, part);
}

/** Knuth, Morris and Pratt: no character of the text is looked at again. */
function searched(text: string, part: string): boolean {
  if (part.length > text.length) return false;
  const borders = bordersOf(part);
  let matched = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === code) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

/** For each place of the part: how long the longest beginning is that also ends there. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let place = 1; place < part.length; place += 1) {
    const code = part.charCodeAt(place);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === code) matched += 1;
    borders[place] = matched;
  }
  return borders;
}
