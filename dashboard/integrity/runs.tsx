/** The two checks: of the evidence itself, and of everything else against it. */
import { useQueryClient } from '@tanstack/react-query';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { type ReadData, refresh } from '../api/read.ts';
import { Id } from '../ui/code.tsx';
import { formatCount } from '../ui/money.ts';
import { Facts } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { piecesOf, type Run, RunCard, type RunStep, useRun } from './run.tsx';

type Verification = ReadData<'/api/v1/evidence/verify'>;
type Truth = ReadData<'/api/v1/evidence/truth-verification'>;

/** @param path is read by its events: `progress`, then `result` or `error`. */
function useRunOf<Result>(path: string): Run<Result> {
  const environment = useEnvironment();
  const queries = useQueryClient();
  return useRun<Result>(
    (signal) => eventsOf(`${prefixOf(environment)}${path}`, signal),
    () => void refresh(queries, environment, ['/api/v1/evidence/health']),
  );
}

async function* eventsOf<Result>(url: string, signal: AbortSignal): AsyncGenerator<RunStep<Result>> {
  const answer = await fetch(url, { headers: { accept: 'text/event-stream' }, signal });
  if (answer.ok && !answer.headers.get('content-type')?.includes('text/event-stream')) {
    yield { result: await answer.json() };
    return;
  }
  for await (const block of piecesOf(answer, '\n\n')) {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (event !== undefined && data !== undefined) yield { [event]: JSON.parse(data) };
  }
}

export function VerificationRun() {
  const run = useRunOf<Verification>('/api/v1/evidence/verify?full=true');
  const { result } = run;
  return (
    <RunCard
      title="Verification"
      about="Recomputes every hash, link, commitment and signature from the stored bytes."
      act="Verify everything"
      look="primary"
      run={run}
    >
      {result && (
        <>
          <Notice tone={result.valid ? 'good' : 'bad'}>
            {result.valid
              ? `All ${formatCount(result.verified_count)} records with a payload are unaltered and in their place.`
              : `Something is wrong from record ${result.first_invalid?.index ?? '?'} on.`}
          </Notice>
          <Facts
            facts={{
              Records: formatCount(result.total_artifacts),
              Verified: formatCount(result.verified_count),
              Redacted: formatCount(result.redacted_count),
              'Past retention': formatCount(result.pruned_count),
              'Head of the chain': <Id>{result.chain_head_hash}</Id>,
              Root: result.root_hash && <Id>{result.root_hash}</Id>,
              At: <Moment time={result.verified_at} seconds />,
            }}
          />
        </>
      )}
    </RunCard>
  );
}

type Registry = Truth['registries'][number];
const COLUMNS: readonly Column<Registry>[] = [
  { name: 'Compared', bare: true, cell: ({ name }) => name.replaceAll(/[_-]/g, ' ') },
  { name: 'Entries', end: true, cell: ({ checked }) => formatCount(checked) },
  { name: 'Gaps', end: true, cell: ({ gaps }) => formatCount(gaps) },
];

export function TruthRun() {
  const run = useRunOf<Truth>('/api/v1/evidence/truth-verification');
  const { result } = run;
  return (
    <RunCard
      title="Truth verification"
      about="Compares every table that verdicts rest on with the evidence, and judges recorded evaluations again."
      act="Compare everything"
      look="primary"
      run={run}
    >
      {result && (
        <>
          <Notice tone={result.overall_valid ? 'good' : 'bad'}>
            {result.overall_valid
              ? 'Everything that the service stores agrees with the evidence.'
              : `${formatCount(result.gaps_detected)} gaps between the service and its evidence.`}
          </Notice>
          <details>
            <summary>What was compared</summary>
            <Table
              caption="Compared"
              columns={COLUMNS}
              items={result.registries}
              keyOf={({ name }) => name}
            />
          </details>
        </>
      )}
    </RunCard>
  );
}
