/** Edits the rules of a policy, checks them while you type, tries them, and stores them as the next version. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PolicyVersion } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { Row } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { useLater } from '../ui/time/later.ts';
import { toast } from '../ui/toast.tsx';
import { Backtest } from './backtest.tsx';
import { Cases } from './cases.tsx';
import { CelEditor } from './cel-editor.tsx';
import { bodyOf, type Draft, type DraftRule, draftOf, NEW_RULE, textOf, useDraft } from './draft.ts';
import styles from './policies.module.css';
import { VariablesCard } from './variables.tsx';

const EFFECTS = [
  { value: 'escalate', name: 'Wait for a person' },
  { value: 'block', name: 'Block' },
  { value: 'note', name: 'Only record it' },
] as const;
const CHECK_AFTER_MS = 400;

interface Fault {
  rule: string | null;
  line: number;
  column: number;
  message: string;
}

function useFaults(draft: Draft): { faults: readonly Fault[]; isChecked: boolean; problem: string | null } {
  const environment = useEnvironment();
  const body = useLater(bodyOf(draft), CHECK_AFTER_MS);
  const query = useQuery({
    queryKey: [environment, '/api/v1/policies/validate', body],
    queryFn: ({ signal }) => unwrap(apiOf(environment).POST('/api/v1/policies/validate', { body, signal })),
    retry: false,
  });
  return {
    faults: query.data?.faults ?? [],
    isChecked: query.data !== undefined,
    problem: query.error?.message ?? null,
  };
}

export function RuleEditor({ newest }: { newest: PolicyVersion }) {
  const environment = useEnvironment();
  const { manage } = useMay();
  const begin = useMemo(() => draftOf(newest), [newest]);
  const { draft, setDraft, forget } = useDraft(environment, newest.name, begin);
  const { faults, isChecked, problem } = useFaults(draft);
  const [trying, setTrying] = useState(false);
  const store = useWrite(
    (api) =>
      api.POST('/api/v1/policies/{name}/versions', {
        params: { path: { name: newest.name } },
        body: { ...bodyOf(draft), expected_version: draft.basedOn },
      }),
    ['/api/v1/policies', '/api/v1/policies/{name}', '/api/v1/policies/{name}/versions'],
  );
  const isChanged = textOf(draft) !== textOf(begin);
  const setRule = (at: number, rule: DraftRule) => setDraft({ ...draft, rules: draft.rules.with(at, rule) });
  const save = () =>
    store.mutate(undefined, {
      onSuccess: (stored) => {
        forget(draftOf(stored as PolicyVersion));
        toast(`Version ${(stored as PolicyVersion).version} is stored`, 'Put it in force under Versions.');
      },
    });
  return (
    <div className={styles.rules}>
      {draft.basedOn !== newest.latest_version && (
        <Notice tone="warning" action={<Button onClick={() => forget(begin)}>Take the newest</Button>}>
          Someone has stored a newer version since you started. Your draft is kept; compare them before you
          store it.
        </Notice>
      )}
      <VariablesCard
        variables={draft.variables}
        readOnly={!manage}
        onChange={(variables) => setDraft({ ...draft, variables })}
      />
      {draft.rules.map((rule, at) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the id of a rule changes while it is typed
          key={at}
          rule={rule}
          faults={faults.filter((fault) => fault.rule === rule.id)}
          readOnly={!manage}
          onChange={(next) => setRule(at, next)}
          onRemove={() => setDraft({ ...draft, rules: draft.rules.toSpliced(at, 1) })}
        />
      ))}
      {manage && (
        <Row>
          <Button onClick={() => setDraft({ ...draft, rules: [...draft.rules, NEW_RULE] })}>
            Add a rule
          </Button>
        </Row>
      )}
      {manage && <Cases name={newest.name} draft={draft} isSound={isChecked && faults.length === 0} />}
      {trying && <Backtest name={newest.name} draft={draft} />}
      {manage && (
        <div className={styles.bar}>
          <span>{stateOf({ isChanged, isChecked, count: faults.length, problem })}</span>
          {store.error && <p role="alert">{store.error.message}</p>}
          <Row>
            <Button onClick={() => setTrying(true)} disabled={faults.length > 0 || problem !== null}>
              Try it on the past
            </Button>
            {isChanged && <Button onClick={() => forget(begin)}>Undo changes</Button>}
            <Button
              look="primary"
              disabled={!isChanged || faults.length > 0}
              busy={store.isPending}
              onClick={save}
            >
              Store as version {newest.latest_version + 1}
            </Button>
          </Row>
        </div>
      )}
    </div>
  );
}

interface Checked {
  isChanged: boolean;
  isChecked: boolean;
  count: number;
  problem: string | null;
}

function stateOf({ isChanged, isChecked, count, problem }: Checked): string {
  if (problem !== null) return problem;
  if (!isChecked) return 'Checking…';
  if (count > 0) return `${count} ${count === 1 ? 'fault' : 'faults'}`;
  return isChanged ? 'The rules are valid, and not stored yet.' : 'This is the newest version.';
}

interface RuleCardProps {
  rule: DraftRule;
  faults: readonly Fault[];
  readOnly: boolean;
  onChange: (rule: DraftRule) => void;
  onRemove: () => void;
}

function RuleCard({ rule, faults, readOnly, onChange, onRemove }: RuleCardProps) {
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
      <div className={styles.when}>
        <span className={styles.label}>When</span>
        <CelEditor
          label={`When, of rule ${rule.id}`}
          value={rule.when}
          faults={faults}
          readOnly={readOnly}
          onChange={(when) => onChange({ ...rule, when })}
        />
        {faults.map(({ line, column, message }) => (
          <p key={`${line} ${column} ${message}`} className={styles.fault}>
            Line {line}, column {column}: {message}
          </p>
        ))}
      </div>
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
