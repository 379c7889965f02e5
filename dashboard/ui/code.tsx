/** Code, JSON and ids, with a button to copy them. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import styles from './code.module.css';
import { ForeignText } from './foreign-text.tsx';
import { Button } from './forms/button.tsx';

const SHOWN_FOR_MS = 1500;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_FOR_MS);
  };
  return (
    <Button look="quiet" size="small" onClick={() => void copy()} aria-label={copied ? 'Copied' : label}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <pre tabIndex={0}>
        <ForeignText lines limit={20_000} text={text} />
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

/** A value of the API as JSON. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return <CodeBlock text={JSON.stringify(value, null, 2) ?? 'null'} label={label} />;
}

/** A whole id or hash. */
export function Id({ children: id, copy = false }: { children: string; copy?: boolean }) {
  return (
    <span className={styles.id}>
      {id}
      {copy && <CopyButton text={id} />}
    </span>
  );
}
