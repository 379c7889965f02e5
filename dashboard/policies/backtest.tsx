/**
 * Judges recorded evaluations again under a draft, with progress, and shows which verdicts would have been different.
 */
import { useEffect, useRef } from 'react';
import type { BacktestResult } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { piecesOf, RunCard, type RunStep, useRun } from '../integrity/run.tsx';
import { Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Notice } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment, serverNow } from '../ui/time/time.tsx';
import { bodyOf, type Draft } from './draft.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

export function Backtest({ name, draft }: { name: string; draft: Draft }) {
  const environment = useEnvironment();
  const run = useRun<BacktestResult>((signal) => {
    const from = new Date(serverNow() - DAYS * DAY_MS).toISOString();
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

async function* stepsOf(
  url: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<RunStep<BacktestResult>> {
  const headers = { accept: 'application/x-ndjson', 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  for await (const line of piecesOf(answer, '\n')) yield JSON.parse(line);
}

type Changed = BacktestResult['changed'][number];

const COLUMNS: readonly Column<Changed>[] = [
  { name: 'Was', cell: ({ from }) => <Finding found={from} /> },
  { name: 'Would be', cell: ({ to }) => <Finding found={to} /> },
  { name: 'How many', end: true, cell: ({ count }) => formatCount(count) },
  { name: 'Such as', cell: ({ examples }) => <Examples examples={examples.slice(-3)} /> },
];

function Examples({ examples }: { examples: Changed['examples'] }) {
  return (
    <ul>
      {examples.map(({ evidence_id: id, action, created_at: at }) => (
        <li key={id}>
          <RecordLink id={id}>
            <ForeignText cut limit={60} text={action} />
          </RecordLink>{' '}
          <Moment time={at} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ result }: { result: BacktestResult }) {
  return (
    <>
      <Notice tone={result.erred_count > 0 ? 'warning' : 'good'}>
        {formatCount(result.changed_count)} of {formatCount(result.evaluations)} verdicts would have been
        different
        {result.erred_count > 0 && `; in ${result.erred_count} a rule could not be evaluated`}.
      </Notice>
      {result.changed.length > 0 && (
        <Table
          caption="Changed verdicts"
          columns={COLUMNS}
          items={result.changed}
          keyOf={({ from, to }) => `${from} ${to}`}
        />
      )}
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
