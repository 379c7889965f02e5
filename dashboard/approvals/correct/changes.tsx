/** The arguments that a person changed, each with its value before and after. All of it is foreign text. */
import { Fragment } from 'react';
import type { Approval } from '../../../client/api.ts';
import { stepsOf } from '../../../client/changes/index.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import styles from './correct.module.css';

type Change = NonNullable<NonNullable<Approval['corrected']>['changed']>[number];

export function Changes({ changed }: { changed: readonly Change[] }) {
  return (
    <dl className={styles.changes}>
      {changed.map((change) => (
        <Fragment key={change.path}>
          <dt>
            <ForeignText limit={120} text={stepsOf(change.path).join(' › ')} />
          </dt>
          <dd>
            <Value mark="−" word="before" of={change} name="before" />
            <Value mark="+" word="after" of={change} name="after" />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface ValueProps {
  mark: string;
  word: string;
  of: Change;
  name: 'before' | 'after';
}

function Value({ mark, word, of: change, name }: ValueProps) {
  if (!Object.hasOwn(change, name)) return null;
  const value = change[name];
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null');
  return (
    <span className={`${styles.value} ${styles[name]}`}>
      <span aria-hidden>{mark} </span>
      <span className="visually-hidden">{word}: </span>
      <ForeignText lines limit={400} text={text} />
    </span>
  );
}
