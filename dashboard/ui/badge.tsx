/** A state in one word, marked by colour, word and, for verdicts, shape. */
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'accent';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${tone === 'neutral' ? '' : styles[tone]}`}>{children}</span>;
}

const FINDINGS = {
  proceed: { tone: 'good', Icon: CircleCheck, word: 'Proceed' },
  escalate: { tone: 'warning', Icon: CircleAlert, word: 'Escalate' },
  block: { tone: 'bad', Icon: CircleX, word: 'Block' },
  pass: { tone: 'good', Icon: CircleCheck, word: 'Pass' },
  warn: { tone: 'warning', Icon: CircleAlert, word: 'Warn' },
  fail: { tone: 'bad', Icon: CircleX, word: 'Fail' },
} as const;

export type VerdictName = 'proceed' | 'escalate' | 'block';

/** A verdict, or the finding of one law. */
export function Finding({ found }: { found: keyof typeof FINDINGS }) {
  const { tone, Icon, word } = FINDINGS[found];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}

const RISKS = { low: 'neutral', medium: 'accent', high: 'warning', critical: 'bad' } as const;

export function Risk({ level }: { level: string }) {
  const tone = RISKS[level as keyof typeof RISKS] ?? 'neutral';
  return <Badge tone={tone}>{level} risk</Badge>;
}
