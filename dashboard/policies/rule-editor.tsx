/** Edits the rules of a policy, checks them while you type, tries them, and stores them as the next version. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PolicyVersion } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Row } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { useLater } from '../ui/time/later.ts';
import { toast } from '../ui/toast.tsx';
import { Backtest } from './backtest.tsx';
import { Cases } from './cases.tsx';
import { bodyOf, type Draft, type DraftRule, draftOf, NEW_RULE, textOf, useDraft } from './draft.ts';
import { ExampleRules } from './form/example-rules.tsx';
import styles from './policies.module.css';
import { type Fault, RuleCard } from './rule-card.tsx';
import { VariablesCard } from './variables.tsx';

const CHECK_AFTER_MS = 400;

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
        body: {
          ...bodyOf(draft),
          expected_version: draft.basedOn,
          ...(draft.reason && { reason: draft.reason }),
        },
      }),
    ['/api/v1/policies', '/api/v1/policies/{name}', '/api/v1/policies/{name}/versions'],
  );
  const isChanged = textOf(draft) !== textOf(begin);
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
      <Rules
        draft={draft}
        faults={faults}
        readOnly={!manage}
        onRules={(rules) => setDraft({ ...draft, rules })}
      />
      {manage && <Cases name={newest.name} draft={draft} isSound={isChecked && faults.length === 0} />}
      {trying && <Backtest name={newest.name} draft={draft} />}
      {manage && (
        <div className={styles.bar}>
          <span>{stateOf({ isChanged, isChecked, count: faults.length, problem })}</span>
          {store.error && <p role="alert">{store.error.message}</p>}
          {isChanged && (
            <div className={styles.reason}>
              <TextField
                label="Why this version"
                placeholder="For the history, and the evidence"
                maxLength={1024}
                value={draft.reason ?? ''}
                onValue={(reason) => setDraft({ ...draft, reason })}
              />
            </div>
          )}
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

interface RulesProps {
  draft: Draft;
  faults: readonly Fault[];
  readOnly: boolean;
  onRules: (rules: DraftRule[]) => void;
}

function Rules({ draft: { rules, variables, lists }, faults, readOnly, onRules }: RulesProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {rules.map((rule, at) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the id of a rule changes while it is typed
          key={at}
          rule={rule}
          faults={faults.filter((fault) => fault.rule === rule.id)}
          variables={variables.map(({ name }) => name)}
          lists={Object.keys(lists)}
          readOnly={readOnly}
          onChange={(next) => onRules(rules.with(at, next))}
          onRemove={() => onRules(rules.toSpliced(at, 1))}
        />
      ))}
      {!readOnly && (
        <Row>
          <Button onClick={() => onRules([...rules, NEW_RULE])}>Add a rule</Button>
          <Button onClick={() => setChoosing(true)}>Add an example…</Button>
        </Row>
      )}
      {choosing && (
        <ExampleRules
          onClose={() => setChoosing(false)}
          onChoose={({ about: _, ...rule }) => {
            onRules([...rules, { ...rule, id: unusedId(rule.id, rules) }]);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}

function unusedId(wanted: string, rules: readonly DraftRule[]): string {
  const isTaken = (id: string) => rules.some((rule) => rule.id === id);
  let number = 2;
  if (!isTaken(wanted)) return wanted;
  while (isTaken(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
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
