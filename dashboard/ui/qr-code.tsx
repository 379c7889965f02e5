/** A text as a QR code. Dark on light in either theme: many readers can't read the opposite. */
import { generate } from 'lean-qr';
import styles from './qr-code.module.css';

/** The quiet zone, in modules, that ISO/IEC 18004 asks for around the symbol. */
const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const whole = code.size + 2 * QUIET;
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (__, x) =>
      code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '',
    ),
  );
  return (
    <svg className={styles.code} viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label}>
      <rect className={styles.paper} width={whole} height={whole} />
      <path className={styles.ink} d={rows.flat().join('')} />
    </svg>
  );
}
