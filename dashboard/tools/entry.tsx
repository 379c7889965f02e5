/** An entry of the catalogue in words: what the tool does, to whom, and why the entry was proposed. */
import type { Tool } from '../../client/api.ts';
import { Badge, Risk } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Row } from '../ui/page.tsx';
import { ConfidentialityBadge, ReturnsItems } from './returns.tsx';
import styles from './tools.module.css';

export type Entry = Tool['entry'];

export function EntryWords({ entry }: { entry: Entry }) {
  const {
    effect,
    effect_by: by,
    targets,
    amount,
    contents,
    risk_level: risk,
    is_irreversible: isIrreversible,
  } = entry;
  return (
    <>
      <Row>
        {effect && <Badge tone="accent">{effect}</Badge>}
        {by && <Badge tone="accent">effect by {by.path}</Badge>}
        {risk && <Risk level={risk} />}
        {isIrreversible && <Badge tone="warning">can’t be undone</Badge>}
        <ConfidentialityBadge entry={entry} />
      </Row>
      {entry.description && (
        <p className={styles.description}>
          <ForeignText limit={200} text={entry.description} />
        </p>
      )}
      <ul className={styles.reads}>
        {targets.map(({ path, kind, role }) => (
          <li key={`${path} ${role}`}>
            <code>
              <ForeignText limit={80} text={path} />
            </code>{' '}
            is the {role} ({kind})
          </li>
        ))}
        {amount && (
          <li>
            <code>{amount.path}</code> is an amount
          </li>
        )}
        {contents.map(({ path, kind }) => (
          <li key={path}>
            <code>
              <ForeignText limit={80} text={path} />
            </code>{' '}
            is read as {kind}
          </li>
        ))}
        <ReturnsItems entry={entry} />
      </ul>
    </>
  );
}

/** Why each field was proposed. */
export function Reasons({ entry: { reasons } }: { entry: Entry }) {
  if (reasons === undefined) return null;
  return (
    <details className={styles.reasons}>
      <summary>Why this is proposed</summary>
      <ul>
        {Object.entries(reasons).map(([field, reason]) => (
          <li key={field}>
            <code>{field}</code>: <ForeignText limit={200} text={reason} />
          </li>
        ))}
      </ul>
    </details>
  );
}
