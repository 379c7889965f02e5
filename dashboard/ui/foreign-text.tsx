/** Text from outside: an action, a description, a name, a comment. Every page shows such text only through this. */
import { useState } from 'react';
import styles from './foreign-text.module.css';
import { harmless, piecesOf, shortened } from './harmless.ts';
import { formatCount } from './money.ts';

interface ForeignTextProps {
  text: string;
  /** On one line, cut where the room ends; the whole text is in its title. */
  oneLine?: boolean;
  /** Line breaks are kept. */
  lines?: boolean;
  /** Leaves out the button for the rest, since a link can't contain a button. */
  cut?: boolean;
  /** The number of characters to show at first. Default: 600, and 200 on one line. */
  limit?: number;
}

export function ForeignText({ text, oneLine = false, lines = false, cut = false, limit }: ForeignTextProps) {
  const [whole, setWhole] = useState(false);
  const most = limit ?? (oneLine ? 200 : 600);
  const shown = whole ? text : shortened(text, most);
  const left = text.length - shown.length;
  const className = [styles.foreign, oneLine && styles.oneLine, lines && styles.lines]
    .filter(Boolean)
    .join(' ');
  return (
    <bdi className={className} title={oneLine ? harmless(shortened(text, 1000)) : undefined}>
      <Pieces text={shown} />
      {left > 0 && (oneLine || cut ? '…' : <More left={left} onShow={() => setWhole(true)} />)}
    </bdi>
  );
}

function Pieces({ text }: { text: string }) {
  return piecesOf(text).map(({ text: piece, marked }, place) =>
    marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
      <span key={place} className={styles.mark}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

function More({ left, onShow }: { left: number; onShow: () => void }) {
  return (
    <>
      …{' '}
      <button type="button" className={styles.more} onClick={onShow}>
        {formatCount(left)} more characters
      </button>
    </>
  );
}
