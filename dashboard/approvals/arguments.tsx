/** The arguments of the call, name by name; and everything else that was sent, as JSON. */
import { JsonBlock } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card, Facts } from '../ui/page.tsx';
import { objectIn } from './act.ts';
import styles from './approvals.module.css';

export function Arguments({ context }: { context: Record<string, unknown> | null }) {
  if (context === null) return null;
  const given = objectIn(context.arguments);
  return (
    <Card title={given === null ? 'Context' : 'Arguments'}>
      <div className={styles.arguments}>
        {given !== null && Object.keys(given).length > 0 && (
          <Facts
            facts={Object.fromEntries(
              Object.entries(given).map(([name, value]) => [name, <Value key={name} value={value} />]),
            )}
          />
        )}
        <details>
          <summary>Everything that was sent</summary>
          <JsonBlock value={context} label="Context" />
        </details>
      </div>
    </Card>
  );
}

function Value({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null');
  return (
    <span className={styles.value}>
      <ForeignText lines limit={400}>
        {text}
      </ForeignText>
    </span>
  );
}
