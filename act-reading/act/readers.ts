/** The readers of targets and contents, handed to {@link readAct}, which only knows where they stand. */
import type { Act, Content, Particular } from '../content.ts';
import type { Target, WrittenKind } from '../targets/index.ts';
import type { ContentKind } from '../tools/index.ts';

export type { Particular };

/** One thing that a content does. */
export type ContentAct = Omit<Act, 'targets' | 'particulars' | 'irreversible' | 'beyond_mandates'> & {
  targets: readonly Act['targets'][number][];
  particulars?: readonly Particular[];
  irreversible?: boolean;
  beyond_mandates?: boolean;
};

export type ReadContent = Pick<Content, 'unreadable' | 'facts'> & { acts: readonly ContentAct[] };

/** Both functions are pure. */
export interface Readers {
  /** Returns one target for each that the text names: a list of mail addresses names several. */
  normalise(kind: WrittenKind, text: string): readonly (Target | { unreadable: string })[];
  readContent(kind: ContentKind, text: string, options: { dialect?: string }): ReadContent;
}
