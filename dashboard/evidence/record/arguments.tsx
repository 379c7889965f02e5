/** The arguments of the call by name, and the whole request as JSON. */
import { JsonBlock } from '../../ui/code.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Card, Facts, Stack } from '../../ui/page.tsx';
import { objectIn } from './act.ts';
import styles from './record.module.css';

/** A caller may send thousands of arguments. */
const MOST_SHOWN = 40;

interface ArgumentsProps {
  context: Record<string, unknown> | null;
  /** Only as JSON, where the page has told all of them before. */
  isFolded?: boolean;
}

export function Arguments({ context, isFolded = false }: ArgumentsProps) {
  if (context === null) return null;
  const given = objectIn(context.arguments);
  const all = isFolded ? [] : Object.entries(given ?? {});
  const shown = all.slice(0, MOST_SHOWN);
  return (
    <Card title={given === null ? 'Context' : 'Arguments'}>
      <Stack>
        {shown.length > 0 && (
          <Facts
            foreign
            facts={Object.fromEntries(
              shown.map(([name, value]) => [name, <Value key={name} value={value} />]),
            )}
          />
        )}
        {all.length > shown.length && <p>{all.length - shown.length} more are below.</p>}
        <details>
          <summary>Everything that was sent</summary>
          <JsonBlock value={context} label="Context" />
        </details>
      </Stack>
    </Card>
  );
}

function Value({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null');
  return (
    <span className={styles.value}>
      <ForeignText lines limit={400} text={text} />
    </span>
  );
}
