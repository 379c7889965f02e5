/** The values that the rules of a policy share, such as the amounts of a pack. */
import { Button } from '../ui/forms/button.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Card, Stack } from '../ui/page.tsx';
import type { Draft } from './draft.ts';
import styles from './policies.module.css';

type Variables = Draft['variables'];

interface VariablesProps {
  variables: Variables;
  readOnly: boolean;
  onChange: (variables: Variables) => void;
}

export function VariablesCard({ variables, readOnly, onChange }: VariablesProps) {
  if (variables.length === 0) return null;
  return (
    <Card title="Variables">
      <Stack>
        <p className={styles.muted}>
          Rules use them as variables. and the name. Each may use those above it.
        </p>
        {variables.map(({ name, expression }, at) => (
          <div key={name} className={styles.variable}>
            <TextField
              label={`Value of ${name}`}
              readOnly={readOnly}
              spellCheck={false}
              value={expression}
              onValue={(next) => onChange(variables.with(at, { name, expression: next }))}
            />
            {!readOnly && (
              <Button size="small" look="quiet" onClick={() => onChange(variables.toSpliced(at, 1))}>
                Remove
              </Button>
            )}
          </div>
        ))}
      </Stack>
    </Card>
  );
}
