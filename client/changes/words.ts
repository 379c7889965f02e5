/** The parts of a sentence that a person reads before they decide. */

/** A part of a sentence. Foreign text must be made harmless where it is shown. */
export interface Word {
  text: string;
  isForeign: boolean;
}

export function plain(text: string): Word {
  return { text, isForeign: false };
}

export function foreign(text: string): Word {
  return { text, isForeign: true };
}

/** Joins words: "a", "a and b", "a, b and c". */
export function joined(parts: readonly Word[][]): Word[] {
  return parts.flatMap((part, place) => {
    if (place === 0) return part;
    return [plain(place === parts.length - 1 ? ' and ' : ', '), ...part];
  });
}

/** The first of them, and how many more there are. */
export function firstOf(parts: readonly Word[][], most: number): Word[] {
  const more = parts.length - most;
  return joined(more <= 0 ? parts : [...parts.slice(0, most), [plain(`${more} more`)]]);
}
