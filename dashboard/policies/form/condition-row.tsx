/** One condition of a rule: what it is about, how it is compared, with what, and what counts where nothing is stated. */
import { X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { comparisonsOf, labelOf } from './comparisons.ts';
import { FIELD_NAMES, fieldOf, ROLES } from './fields.ts';
import styles from './form.module.css';
import { type Absent, type Condition, isFinished, mayBeAbsent, movedTo } from './rule.ts';
import { Value } from './values.tsx';

const FIELD_OPTIONS = FIELD_NAMES.map((value) => ({
  value,
  name: fieldOf(value).label,
  group: fieldOf(value).group,
}));
const ROLE_OPTIONS = [{ value: '', name: 'any target' }, ...ROLES.map((value) => ({ value, name: value }))];
/** Keys that many agents state. */
const KEYS = ['amount_usd', 'estimated_cost_usd', 'purpose', 'arguments.to'];

interface ConditionRowProps {
  condition: Condition;
  number: number;
  /** The names that the policy has. */
  variables: readonly string[];
  lists: readonly string[];
  readOnly: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export function ConditionRow(props: ConditionRowProps) {
  const { condition, number, lists, readOnly, onChange, onRemove } = props;
  const { field, of, comparison } = condition;
  const { kind, subject } = fieldOf(field);
  const change = (part: Partial<Condition>) => {
    const next = { ...condition, ...part };
    onChange(mayBeAbsent(next) ? next : { ...next, absent: 'fails' });
  };
  return (
    <fieldset className={styles.condition} aria-label={`Condition ${number}`}>
      <div className={styles.parts}>
        <SelectField
          label="What"
          options={FIELD_OPTIONS}
          disabled={readOnly}
          value={field}
          onValue={(next) => onChange(movedTo(condition, next))}
        />
        <Which {...props} />
        <SelectField
          label="Compared"
          disabled={readOnly}
          options={comparisonsOf(kind, subject(of)).map((value) => ({ value, name: labelOf(value) }))}
          value={comparison}
          onValue={(next) => change({ comparison: next, values: keptFor(condition, next) })}
        />
        <Value
          // The text of another comparison is not typed here.
          key={`${field} ${comparison}`}
          condition={condition}
          lists={lists}
          readOnly={readOnly}
          error={isFinished({ ...condition, of: 'any' }) ? undefined : 'A value is missing.'}
          onValues={(values) => change({ values })}
        />
        {mayBeAbsent(condition) && (
          <SelectField
            label="If it is not stated"
            disabled={readOnly}
            options={ABSENT_OPTIONS}
            value={condition.absent}
            onValue={(absent) => change({ absent })}
          />
        )}
      </div>
      {!readOnly && (
        <Button
          size="small"
          look="quiet"
          className={styles.remove}
          aria-label={`Remove condition ${number}`}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      )}
    </fieldset>
  );
}

const ABSENT_OPTIONS: readonly { value: Absent; name: string }[] = [
  { value: 'fails', name: 'this does not hold' },
  { value: 'holds', name: 'this holds' },
  { value: 'counts', name: 'it counts as 0, empty or no' },
  { value: 'errs', name: 'the action is blocked' },
];

function keptFor(condition: Condition, next: Condition['comparison']): Condition['values'] {
  return isFinished({ ...condition, of: 'any', comparison: next }) && takesAlike(condition, next)
    ? condition.values
    : [];
}

function takesAlike({ comparison, values }: Condition, next: Condition['comparison']): boolean {
  const isNumber = (name: string) => ['above', 'at_least', 'below', 'at_most'].includes(name);
  const isList = (name: string) => name.startsWith('listed');
  return values.length > 0 && isNumber(comparison) === isNumber(next) && isList(comparison) === isList(next);
}

/** Further words that say which value is meant. */
function Which({ condition, variables, readOnly, onChange }: ConditionRowProps) {
  const suggestions = useId();
  const { field, of } = condition;
  const change = (next: string) => onChange({ ...condition, of: next });
  switch (fieldOf(field).of) {
    case 'role':
      return (
        <SelectField
          label="Its role"
          options={ROLE_OPTIONS}
          disabled={readOnly}
          value={of}
          onValue={change}
        />
      );
    case 'variable':
      return (
        <SelectField
          label="Variable"
          disabled={readOnly}
          error={
            of === '' ? (variables.length === 0 ? 'This policy has no variables.' : 'Choose one.') : undefined
          }
          options={[
            { value: '', name: 'Choose one' },
            ...[...new Set([...variables, ...(of === '' ? [] : [of])])].map((value) => ({
              value,
              name: value,
            })),
          ]}
          value={of}
          onValue={change}
        />
      );
    case 'key':
      return (
        <>
          <TextField
            label="Key"
            hint="A dot leads into a map."
            error={of.split('.').includes('') ? 'A key is missing.' : undefined}
            list={suggestions}
            spellCheck={false}
            readOnly={readOnly}
            value={of}
            onValue={change}
          />
          <datalist id={suggestions}>
            {KEYS.map((key) => (
              <option key={key} value={key} />
            ))}
          </datalist>
        </>
      );
    default:
      return null;
  }
}
