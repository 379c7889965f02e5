/** Shows the sentence of {@link sentenceOf}, with foreign text made harmless and set apart. */
import { ForeignText } from '../../ui/foreign-text.tsx';
import styles from '../approvals.module.css';
import type { Word } from './sentence.ts';

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
