/** Shows a sentence that a person reads before they decide, with foreign text made harmless and set apart. */

import type { Word } from '../../../client/changes/index.ts';
import { ForeignText } from '../foreign-text.tsx';
import styles from './sentence.module.css';

export function SentenceText({ words }: { words: readonly Word[] }) {
  return words.map(({ text, isForeign }, place) =>
    isForeign ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence have no other key
      <span key={place} className={styles.foreign}>
        <ForeignText limit={120} text={text} />
      </span>
    ) : (
      text
    ),
  );
}
