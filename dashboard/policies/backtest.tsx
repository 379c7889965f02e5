/**
 * Judges recorded evaluations again under a draft, with progress, and shows which verdicts would have been different.
 */
import { useEffect, useRef } from 'react';
import type { BacktestResult } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { ChangedVerdicts, changedOf } from '../backtest/changed-verdicts.tsx';
import { daysBefore, stepsOf } from '../backtest/steps.ts';
import { RunCard, useRun } from '../integrity/run.tsx';
import { formatCount } from '../ui/money.ts';
import { Notice } from '../ui/state.tsx';
import { serverNow } from '../ui/time/time.tsx';
import { bodyOf, type Draft } from './draft.ts';

const DAYS = 30;

export function Backtest({ name, draft }: { name: string; draft: Draft }) {
  const environment = useEnvironment();
  const run = useRun<BacktestResult>((signal) => {
    const from = daysBefore(serverNow(), DAYS);
    const url = `${prefixOf(environment)}/api/v1/policies/${encodeURIComponent(name)}/backtest`;
    return stepsOf(url, { policy: { name, ...bodyOf(draft) }, from_date: from }, signal);
  });
  const stop = useRef(run.stop);
  useEffect(() => () => stop.current(), []);
  return (
    <RunCard title={`The last ${DAYS} days under this draft`} act="Judge them again" run={run}>
      {run.result && <Outcome result={run.result} />}
    </RunCard>
  );
}

function Outcome({ result }: { result: BacktestResult }) {
  return (
    <>
      <Notice tone={result.erred_count > 0 ? 'warning' : 'good'}>
        {changedOf(result)}
        {result.erred_count > 0 && `; in ${result.erred_count} a rule could not be evaluated`}.
      </Notice>
      <ChangedVerdicts changed={result.changed} />
      <ul>
        {result.rules.map(({ rule, matched }) => (
          <li key={rule}>
            <code>{rule}</code> matches {formatCount(matched)} times
          </li>
        ))}
      </ul>
    </>
  );
}
