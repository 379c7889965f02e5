/** A bar that shows how much of something is used. The words beside it say the same, so it is only decoration. */
import styles from '../share.module.css';

interface ShareProps {
  used: number;
  /** Reserved and not used yet: shown lighter. */
  reserved?: number;
  /** Null: there is no limit, so no bar is shown. */
  of: number | null;
  /** Never coloured as near or over: the bar compares, and does not warn. */
  plain?: boolean;
}

const WARN = 0.8;

export function Share({ used, reserved = 0, of, plain = false }: ShareProps) {
  if (of === null) return null;
  const share = of === 0 ? 1 : used / of;
  const promised = of === 0 ? 0 : reserved / of;
  const tone = plain ? '' : share >= 1 ? styles.over : share >= WARN ? styles.near : '';
  return (
    <svg className={`${styles.share} ${tone}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.room} width="100" height="6" />
      <rect className={styles.promised} width={percentOf(share + promised)} height="6" />
      <rect className={styles.used} width={percentOf(share)} height="6" />
    </svg>
  );
}

function percentOf(share: number): number {
  return Math.min(100, Math.max(0, share * 100));
}
