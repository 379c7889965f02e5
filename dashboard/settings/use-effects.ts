/** Judges the last days again under a draft of the settings, once it stops changing. */
import { useEffect, useRef } from 'react';
import type { BacktestResult, NewSettings } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { daysBefore, stepsOf } from '../backtest/steps.ts';
import { type Run, useRun } from '../integrity/run.tsx';
import { useLater } from '../ui/time/later.ts';
import { serverNow } from '../ui/time/time.tsx';

export const DAYS = 7;
const BEGIN_AFTER_MS = 800;
/** After one that took longer, the next waits for a press, so that typing does not keep the service busy. */
const LONG_MS = 5_000;

export interface Effects {
  run: Run<BacktestResult>;
  /** The result, where it is of the settings that are shown. */
  result: BacktestResult | null;
  /** Whether the next one waits for a press. */
  waits: boolean;
}

/** @param settings null where there is nothing to try. */
export function useEffects(settings: NewSettings | null): Effects {
  const environment = useEnvironment();
  const wanted = JSON.stringify(settings);
  const settled = useLater(settings, BEGIN_AFTER_MS);
  const tried = useRef('');
  const tookMs = useRef(0);
  const run = useRun<BacktestResult>((signal) => {
    tried.current = wanted;
    const body = { settings, by_field: true, from_date: daysBefore(serverNow(), DAYS) };
    return stepsOf(`${prefixOf(environment)}/api/v1/settings/backtest`, body, signal);
  });
  if (run.result !== null) tookMs.current = run.result.duration_ms;
  const waits = tookMs.current > LONG_MS;
  const { start, stop } = run;
  const latest = useRef({ start, stop });
  latest.current = { start, stop };
  useEffect(() => {
    const isSettled = JSON.stringify(settled) === wanted;
    if (isSettled && settings !== null && tried.current !== wanted && tookMs.current <= LONG_MS) {
      latest.current.start();
    }
  }, [settled, settings, wanted]);
  useEffect(() => () => latest.current.stop(), []);
  const isCurrent = settings !== null && tried.current === wanted;
  return { run, result: isCurrent ? run.result : null, waits: waits && !isCurrent };
}
