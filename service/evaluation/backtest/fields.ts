/** A back-test in the form that the API and the command line show. */
import type { BacktestResult, Change } from './question.ts';

export function backtestFields({ durationMs, evaluations, skipped, erred, changed, rules }: BacktestResult) {
  return {
    evaluations,
    skipped,
    changed_count: changed.reduce((sum, { count }) => sum + count, 0),
    changed: changed.map(changeFields),
    rules,
    erred_count: erred,
    duration_ms: durationMs,
  };
}

function changeFields({ from, to, count, examples }: Change) {
  return {
    from,
    to,
    count,
    examples: examples.map(({ evidenceId, action, createdAt, rules, laws }) => ({
      evidence_id: evidenceId,
      action,
      created_at: new Date(createdAt).toISOString(),
      rules,
      laws,
    })),
  };
}
