/** One rule of a draft: its condition as a form or as CEL, its effect, and its texts. */
import { useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { Row } from '../ui/page.tsx';
import { Block, lazily } from '../ui/state.tsx';
import { type DraftRule, EFFECT_WORDS } from './draft.ts';
import type { CelFault } from './fault-lines.ts';
import { formOf } from './form/read.ts';
import { isFinished } from './form/rule.ts';
import { RuleForm } from './form/rule-form.tsx';
import styles from './policies.module.css';

const CelEditor = lazily(() => import('./cel-editor.tsx'), 'CelEditor', <Block height={52} />);

export type Fault = CelFault & { rule: string | null };

const EFFECTS = (['escalate', 'block', 'note'] as const).map((value) => ({
  value,
  name: EFFECT_WORDS[value],
}));

interface RuleCardProps {
  rule: DraftRule;
  faults: readonly Fault[];
  /** The names that the policy has. */
  variables: readonly string[];
  lists: readonly string[];
  readOnly: boolean;
  onChange: (rule: DraftRule) => void;
  onRemove: () => void;
}

export function RuleCard(props: RuleCardProps) {
  const { rule, readOnly, onChange, onRemove } = props;
  return (
    <section className={styles.rule} aria-label={`Rule ${rule.id}`}>
      <div className={styles.head}>
        <TextField
          label="Rule"
          readOnly={readOnly}
          value={rule.id}
          onValue={(id) => onChange({ ...rule, id })}
        />
        <SelectField
          label="Effect"
          options={EFFECTS}
          disabled={readOnly}
          value={rule.effect}
          onValue={(effect) => onChange({ ...rule, effect })}
        />
        {!readOnly && <Button onClick={onRemove}>Remove</Button>}
      </div>
      <When {...props} />
      <TextField
        label="Message"
        hint="The agent is told this."
        readOnly={readOnly}
        value={rule.message}
        onValue={(message) => onChange({ ...rule, message })}
      />
      <TextField
        label="Why"
        hint="The harm that the rule prevents, for later readers."
        readOnly={readOnly}
        value={rule.description}
        onValue={(description) => onChange({ ...rule, description })}
      />
    </section>
  );
}

/** The condition. The form changes the CEL only once something in it is changed. */
function When({ rule, faults, variables, lists, readOnly, onChange }: RuleCardProps) {
  const form = formOf(rule.when);
  const [view, setView] = useState<'form' | 'code'>(form === null ? 'code' : 'form');
  const shown = form === null ? 'code' : view;
  const setWhen = (when: string) => onChange({ ...rule, when });
  return (
    <div className={styles.when}>
      <div className={styles.views}>
        <span className={styles.label}>When</span>
        <Row>
          <ViewButton view="form" shown={shown} disabled={form === null} onShow={setView} />
          <ViewButton view="code" shown={shown} onShow={setView} />
        </Row>
      </div>
      {form !== null && shown === 'form' ? (
        <>
          <RuleForm {...{ form, variables, lists, readOnly }} onChange={setWhen} />
          {form.conditions.every(isFinished) &&
            faults.map(({ line, column, message }) => (
              <p key={`${line} ${column} ${message}`} className={styles.fault}>
                {message}
              </p>
            ))}
        </>
      ) : (
        <>
          <CelEditor
            label={`When, of rule ${rule.id}`}
            value={rule.when}
            faults={faults}
            readOnly={readOnly}
            onChange={setWhen}
          />
          {form === null && (
            <p className={styles.muted}>The form can’t show this condition, so it stays code.</p>
          )}
        </>
      )}
    </div>
  );
}

interface ViewButtonProps {
  view: 'form' | 'code';
  shown: 'form' | 'code';
  disabled?: boolean;
  onShow: (view: 'form' | 'code') => void;
}

function ViewButton({ view, shown, disabled = false, onShow }: ViewButtonProps) {
  return (
    <Button
      size="small"
      look={view === shown ? 'secondary' : 'quiet'}
      aria-pressed={view === shown}
      disabled={disabled}
      onClick={() => onShow(view)}
    >
      {view === 'form' ? 'Form' : 'Code'}
    </Button>
  );
}
