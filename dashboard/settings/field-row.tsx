/** One setting: what it means, its value, and, where it was changed, what it alone would have changed. */
import { Field as BaseField } from '@base-ui/react/field';
import type { BacktestResult, SettingsField } from '../../client/api.ts';
import { settingWords } from '../../client/changes/index.ts';
import { nameOf } from '../evidence/laws.ts';
import { Button } from '../ui/forms/button.tsx';
import { formatCount } from '../ui/money.ts';
import { Control } from './controls.tsx';
import { problemOf } from './fields.ts';
import styles from './settings.module.css';

type FieldFound = BacktestResult['fields'][number];

interface FieldRowProps {
  field: SettingsField;
  value: unknown;
  inForce: unknown;
  isChanged: boolean;
  isReadOnly: boolean;
  /** The service's refusal of this value. */
  refused: string | undefined;
  /** Undefined while it is not known. */
  found: FieldFound | undefined;
  onValue: (value: unknown) => void;
}

export function FieldRow(props: FieldRowProps) {
  const { field, value, inForce, isChanged, isReadOnly, refused, found, onValue } = props;
  const problem = problemOf(field, value) ?? refused;
  return (
    <BaseField.Root
      className={`${styles.field} ${isChanged ? styles.changed : ''}`}
      invalid={problem !== undefined}
    >
      <div className={styles.about}>
        <h3 className={styles.title}>{field.title}</h3>
        <BaseField.Description className={styles.meaning}>{field.meaning}.</BaseField.Description>
        <p className={styles.note}>{noteOf(field)}</p>
      </div>
      <div className={styles.value}>
        <Control field={field} value={value} isReadOnly={isReadOnly} onValue={onValue} />
        {problem !== undefined && (
          <BaseField.Error className={styles.problem} match>
            {problem}
          </BaseField.Error>
        )}
        {isChanged && (
          <div className={styles.effectLine}>
            <span>In force: {settingWords(field, inForce)}.</span>
            {problem === undefined && <strong>{effectOf(field, found)}</strong>}
            <Button size="small" look="quiet" onClick={() => onValue(inForce)}>
              Undo
            </Button>
          </div>
        )}
      </div>
    </BaseField.Root>
  );
}

function noteOf(field: SettingsField): string {
  const { law, minimum, maximum, standard } = field;
  const parts = [`Standard: ${settingWords(field, standard)}`];
  if (minimum !== null && maximum !== null) parts.push(`${minimum} to ${formatCount(maximum)}`);
  if (law !== null) parts.push(nameOf(law));
  return parts.join(' · ');
}

function effectOf({ in_backtest: isShown }: SettingsField, found: FieldFound | undefined): string {
  if (!isShown) return 'Past verdicts can’t show its effect.';
  if (found === undefined) return '';
  if (found.changed_count === 0) return 'Alone, it would have changed no verdict.';
  const changes = found.changed.map(({ from, to, count }) => `${formatCount(count)} ${from} → ${to}`);
  return `Alone, it would have changed ${changes.join(', ')}.`;
}
