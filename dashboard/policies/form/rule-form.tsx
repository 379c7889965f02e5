/** The condition of a rule as a form, and the switch between form and CEL. */
import { Button } from '../../ui/forms/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Row } from '../../ui/page.tsx';
import { ConditionRow } from './condition-row.tsx';
import styles from './form.module.css';
import { celOf, conditionAbout, type RuleForm as Form } from './rule.ts';

const JOINS = [
  { value: 'all', name: 'all of these hold' },
  { value: 'either', name: 'one of these holds' },
] as const;

interface RuleFormProps {
  form: Form;
  variables: readonly string[];
  lists: readonly string[];
  readOnly: boolean;
  /** The form as CEL. */
  onChange: (cel: string) => void;
}

export function RuleForm({ form, variables, lists, readOnly, onChange }: RuleFormProps) {
  const { join, conditions } = form;
  const change = (next: Form['conditions'], by = join) => onChange(celOf({ join: by, conditions: next }));
  return (
    <div className={styles.form}>
      {conditions.length > 1 && (
        <SelectField
          label="It matches if"
          options={JOINS}
          disabled={readOnly}
          value={join}
          onValue={(next) => change(conditions, next)}
        />
      )}
      {conditions.map((condition, at) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no key but its place
          key={at}
          number={at + 1}
          condition={condition}
          variables={variables}
          lists={lists}
          readOnly={readOnly}
          onChange={(next) => change(conditions.with(at, next))}
          onRemove={() => change(conditions.toSpliced(at, 1))}
        />
      ))}
      {!readOnly && (
        <Row>
          <Button onClick={() => change([...conditions, conditionAbout('action')])}>Add a condition</Button>
        </Row>
      )}
    </div>
  );
}
