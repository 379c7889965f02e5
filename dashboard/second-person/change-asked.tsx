/** The change of governance that an approval is about: each place, as it is and as it would be. */
import { type Change, type Difference, stepsOf, type ToldChange } from '../../client/changes/index.ts';
import { Altered } from '../changes/what.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card } from '../ui/page.tsx';
import styles from './second-person.module.css';

const MAX_SHOWN = 100;

interface ChangeAskedProps {
  change: Pick<Change, 'area'>;
  told: ToldChange;
  /** False on a page without a session, which can't look names up. */
  isNamed?: boolean;
}

export function ChangeAsked({ change: { area }, told, isNamed = true }: ChangeAskedProps) {
  const details = told.details.slice(0, MAX_SHOWN);
  const long = told.long.slice(0, MAX_SHOWN - details.length);
  const left = told.details.length + told.long.length - details.length - long.length;
  return (
    <Card title={`A change of ${area} that needs a second person`}>
      <p>It is made as shown once it is approved, and refused if something else changed it by then.</p>
      {details.length > 0 && (
        <ul className={styles.details} aria-label="What changes">
          {details.map((detail) => (
            <li key={detail.what}>
              <Altered detail={detail} isNamed={isNamed} />
            </li>
          ))}
        </ul>
      )}
      {long.length > 0 && (
        <dl className={styles.changes}>
          {long.map((difference) => (
            <Long key={difference.path} difference={difference} />
          ))}
        </dl>
      )}
      {left > 0 && <p>{left} more places change.</p>}
    </Card>
  );
}

function Long({ difference: { path, before, after } }: { difference: Difference }) {
  return (
    <div>
      <dt>
        <ForeignText limit={200} text={stepsOf(path).join(' › ') || 'All of it'} />
      </dt>
      {before !== undefined && (
        <dd className={styles.before}>
          <span aria-hidden>− </span>
          <span className="visually-hidden">before: </span>
          <ForeignText lines limit={2000} text={textOf(before)} />
        </dd>
      )}
      {after !== undefined && (
        <dd className={styles.after}>
          <span aria-hidden>+ </span>
          <span className="visually-hidden">after: </span>
          <ForeignText lines limit={2000} text={textOf(after)} />
        </dd>
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
