/**
 * Judges recorded evaluations again under a draft, with progress, and shows which verdicts would have been different.
 */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { BacktestResult } from '../../client/api.ts';
import { ApiError, prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Verdict } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment, serverNow } from '../ui/time/time.tsx';
import { bodyOf, type Draft } from './draft.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

interface Running {
  done: number | null;
  result: BacktestResult | null;
  failure: string | null;
}
const IDLE: Running = { done: null, result: null, failure: null };

export function Backtest({ name, draft }: { name: string; draft: Draft }) {
  const environment = useEnvironment();
  const [state, setState] = useState<Running>(IDLE);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const run = async () => {
    underWay.current?.abort();
    underWay.current = new AbortController();
    setState({ ...IDLE, done: 0 });
    const from = new Date(serverNow() - DAYS * DAY_MS).toISOString();
    const body = JSON.stringify({ policy: { name, ...bodyOf(draft) }, from_date: from });
    const url = `${prefixOf(environment)}/api/v1/policies/${encodeURIComponent(name)}/backtest`;
    try {
      for await (const line of linesOf(url, body, underWay.current.signal)) {
        const { progress, result, error } = JSON.parse(line) as Line;
        if (progress)
          setState((before) => ({ ...before, done: progress.done / Math.max(1, progress.total) }));
        if (result) setState({ ...IDLE, result });
        if (error) throw new ApiError(0, error);
      }
    } catch (error) {
      if (!underWay.current.signal.aborted) setState({ ...IDLE, failure: (error as Error).message });
    }
  };
  return (
    <Card title={`The last ${DAYS} days under this draft`}>
      <Stack>
        <Row>
          <Button onClick={() => void run()} busy={state.done !== null}>
            Judge them again
          </Button>
          {state.done !== null && (
            <span role="status">
              <progress value={state.done} aria-label="Back-test" /> {Math.round(state.done * 100)} %
            </span>
          )}
        </Row>
        {state.failure && <Notice tone="bad">{state.failure}</Notice>}
        {state.result && <Outcome result={state.result} />}
      </Stack>
    </Card>
  );
}

interface Line {
  progress?: { done: number; total: number };
  result?: BacktestResult;
  error?: unknown;
}

async function* linesOf(url: string, body: string, signal: AbortSignal): AsyncGenerator<string> {
  const headers = { accept: 'application/x-ndjson', 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body, signal });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
  let rest = '';
  const texts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const text of texts as AsyncIterable<string>) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (rest !== '') yield rest;
}

type Changed = BacktestResult['changed'][number];

const COLUMNS: readonly Column<Changed>[] = [
  { name: 'Was', cell: ({ from }) => <Verdict verdict={from} /> },
  { name: 'Would be', cell: ({ to }) => <Verdict verdict={to} /> },
  { name: 'How many', end: true, cell: ({ count }) => count.toLocaleString('en') },
  { name: 'Such as', cell: ({ examples }) => <Examples examples={examples.slice(-3)} /> },
];

function Examples({ examples }: { examples: Changed['examples'] }) {
  return (
    <ul>
      {examples.map(({ evidence_id: id, action, created_at: at }) => (
        <li key={id}>
          <Link to="/evidence/$id" params={{ id }}>
            <ForeignText cut limit={60} text={action} />
          </Link>{' '}
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
        {result.changed_count.toLocaleString('en')} of {result.evaluations.toLocaleString('en')} verdicts
        would have been different
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
            <code>{rule}</code> matches {matched.toLocaleString('en')} times
          </li>
        ))}
      </ul>
    </>
  );
}
