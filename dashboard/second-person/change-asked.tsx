/** The change of governance that an approval is about: each place, as it is and as it would be. */
import type { Approval } from '../../client/api.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card } from '../ui/page.tsx';
import styles from './change-asked.module.css';

const MAX_SHOWN = 100;

type Change = NonNullable<Approval['change']>;

export function ChangeAsked({ change: { area, differences } }: { change: Change }) {
  const shown = differences.slice(0, MAX_SHOWN);
  return (
    <Card title={`A change of ${area} that needs a second person`}>
      <p>It is made as shown once it is approved, and refused if something else changed it by then.</p>
      <dl className={styles.changes}>
        {shown.map(({ path, before, after }) => (
          <div key={path}>
            <dt>
              <ForeignText limit={200} text={placeOf(path)} />
            </dt>
            {before !== undefined && (
              <dd className={styles.before}>
                − <ForeignText limit={2000} lines text={textOf(before)} />
              </dd>
            )}
            {after !== undefined && (
              <dd className={styles.after}>
                + <ForeignText limit={2000} lines text={textOf(after)} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {differences.length > MAX_SHOWN && <p>{differences.length - MAX_SHOWN} more places change.</p>}
    </Card>
  );
}

/** A JSON Pointer as words. */
function placeOf(path: string): string {
  const steps = path.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ') || 'All of it';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
