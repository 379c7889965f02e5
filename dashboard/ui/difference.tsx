/**
 * Compares two texts line by line: sign and colour mark lines that only one of them has. Loaded where one is shown.
 */
import { diffLines } from 'diff';
import styles from './difference.module.css';
import { ForeignText } from './foreign-text.tsx';

/** The number of lines shown around a change. */
const CONTEXT = 3;

interface Line {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export function Difference({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }): Line[] => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ text, kind }));
  });
  if (lines.every(({ kind }) => kind === 'same')) return <p>They are the same.</p>;
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={styles.difference} tabIndex={0}>
      {lines.map((line, at) =>
        isNear(at) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no key but its position
          <Row key={at} line={line} />
        ) : null,
      )}
    </div>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function Row({ line: { text, kind } }: { line: Line }) {
  return (
    <div className={`${styles.line} ${kind === 'same' ? '' : styles[kind]}`}>
      {SIGNS[kind]} <ForeignText limit={2000} text={text} />
    </div>
  );
}
