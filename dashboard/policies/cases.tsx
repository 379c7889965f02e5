/** Requests with their expected verdicts: the draft is checked against them while you type. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { useLater } from '../ui/time/later.ts';
import { bodyOf, type Draft } from './draft.ts';
import styles from './policies.module.css';

interface Case {
  name: string;
  action: string;
  /** JSON, as typed. */
  context: string;
  verdict: VerdictName;
}

const NEW_CASE: Case = { name: '', action: '', context: '{}', verdict: 'escalate' };
const MOST = 50;
const TRY_AFTER_MS = 500;
const VERDICTS = (['proceed', 'escalate', 'block'] as const).map((value) => ({ value, name: value }));

/** Kept in this browser, apart from the draft: they stay valid after the draft is stored. */
function useCases(key: string) {
  const [cases, setCases] = useState<Case[]>(() => JSON.parse(localStorage.getItem(key) ?? '[]') as Case[]);
  useEffect(() => {
    if (cases.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(cases));
  }, [key, cases]);
  return { cases, setCases };
}

/** Undefined where the text is not a JSON object. */
function contextOf({ context }: Case): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(context);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function useOutcomes(draft: Draft, cases: readonly Case[], enabled: boolean) {
  const environment = useEnvironment();
  const sound = cases.filter((one) => one.action !== '' && contextOf(one) !== undefined);
  const written = sound.map((one) => ({
    name: one.name || one.action,
    request: { action: one.action, context: contextOf(one) },
    expect: { verdict: one.verdict },
  }));
  const body = useLater({ ...bodyOf(draft), cases: written }, TRY_AFTER_MS);
  const query = useQuery({
    queryKey: [environment, '/api/v1/policies/test', body],
    queryFn: ({ signal }) => unwrap(apiOf(environment).POST('/api/v1/policies/test', { body, signal })),
    enabled: enabled && body.cases.length > 0,
    retry: false,
  });
  return {
    error: query.error?.message,
    outcomeOf: (one: Case) => (query.isFetching ? undefined : query.data?.cases[sound.indexOf(one)]),
  };
}

/** @param isSound whether the rules compile. */
export function Cases({ name, draft, isSound }: { name: string; draft: Draft; isSound: boolean }) {
  const environment = useEnvironment();
  const { cases, setCases } = useCases(`assize.cases.${environment}.${name}`);
  const { error, outcomeOf } = useOutcomes(draft, cases, isSound);
  return (
    <Card title="Cases">
      <Stack>
        <p>
          Say what verdict you expect for a request. Cases stay in this browser; your team’s cases belong in a
          file beside the policy, for <code>assize policies test</code>.
        </p>
        {cases.map((one, at) => (
          <CaseRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of a case changes while it is typed
            key={at}
            one={one}
            outcome={outcomeOf(one)}
            onChange={(next) => setCases(cases.with(at, next))}
            onRemove={() => setCases(cases.toSpliced(at, 1))}
          />
        ))}
        {error && <p role="alert">{error}</p>}
        <Row>
          <Button disabled={cases.length >= MOST} onClick={() => setCases([...cases, NEW_CASE])}>
            Add a case
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

interface Outcome {
  passed: boolean;
  verdict: VerdictName;
  matches: string[];
  erred: string[];
}

interface CaseRowProps {
  one: Case;
  outcome: Outcome | undefined;
  onChange: (next: Case) => void;
  onRemove: () => void;
}

function CaseRow({ one, outcome, onChange, onRemove }: CaseRowProps) {
  return (
    <section className={styles.rule} aria-label={`Case ${one.name}`}>
      <div className={styles.head}>
        <TextField
          label="Case"
          placeholder="asks a person above a thousand"
          value={one.name}
          onValue={(name) => onChange({ ...one, name })}
        />
        <SelectField
          label="Expected"
          options={VERDICTS}
          value={one.verdict}
          onValue={(verdict) => onChange({ ...one, verdict })}
        />
        <Button onClick={onRemove}>Remove</Button>
      </div>
      <TextField label="Action" value={one.action} onValue={(action) => onChange({ ...one, action })} />
      <TextArea
        label="Context"
        spellCheck={false}
        error={
          contextOf(one) === undefined ? 'It must be a JSON object, such as {"amount_usd": 1001}.' : undefined
        }
        value={one.context}
        onValue={(context) => onChange({ ...one, context })}
      />
      {outcome && <OutcomeLine outcome={outcome} />}
    </section>
  );
}

function OutcomeLine({ outcome: { passed, verdict, matches, erred } }: { outcome: Outcome }) {
  return (
    <p role="status">
      <strong>{passed ? 'As expected:' : 'Not as expected:'}</strong> <Finding found={verdict} />
      {matches.length > 0 && ` by ${matches.join(', ')}`}
      {erred.length > 0 && `; ${erred.join(', ')} could not be evaluated`}
    </p>
  );
}
