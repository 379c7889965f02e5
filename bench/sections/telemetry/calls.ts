/** The calls that a verdict makes for those who watch, alone and in a loop: what they take where nothing disturbs. */
import { type Measured, NOT_MEASURED } from '../../../service/foundation/measured.ts';
import { NOT_TRACED, type Traced } from '../../../service/telemetry/traced.ts';
import { median } from '../../statistics.ts';
import { tracing, withMetrics } from './in-process.ts';

const LOOPS = 50_000;
const ROUNDS = 5;
/** As many as share a commit at 64 connections. */
const ENTRIES = 16;
const GIVEN = {
  ...{
    verdict: 'proceed',
    environment: 'production',
    tenant: 'ten_1',
    agent: 'agent-7',
    action: 'email.send',
  },
  laws: [{ law_id: 'safety_dominance', result: 'pass' }],
};
const ROUTE = '/api/v1/core/governance/evaluate';
/** No one listens there, so the queue stays full, and what is timed is making spans. */
const NOWHERE = 'http://127.0.0.1:9/';

export interface TimedCalls {
  calls: string;
  usPerVerdict: number;
}

export function timeCalls(): TimedCalls[] {
  const own = withMetrics();
  const [some, all] = [tracing(0.01, NOWHERE), tracing(1, NOWHERE)];
  const states: Record<string, () => void> = {
    'of neither': () => oneVerdict(NOT_MEASURED, NOT_TRACED),
    'of metrics': () => oneVerdict(own, NOT_TRACED),
    'of traces, 1 % recorded': () => oneVerdict(NOT_MEASURED, some),
    'of traces, all recorded': () => oneVerdict(NOT_MEASURED, all),
  };
  return Object.entries(states).map(([calls, call]) => {
    const [, ...rounds] = Array.from({ length: ROUNDS }, () => usOf(call));
    return { calls, usPerVerdict: median(rounds) };
  });
}

/** In processor time, which other load on the machine lengthens less. */
function usOf(call: () => void): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < LOOPS; count += 1) call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / LOOPS;
}

/** Four spans, if it is recorded. */
function oneVerdict(measured: Measured, traced: Traced): void {
  const request = traced.isOn ? traced.request('POST', {}) : undefined;
  const work = () =>
    traced.within('evaluate', (span) => {
      traced.within('judge', () => undefined);
      const record = traced.present()?.begin('record');
      record?.set({ 'assize.commit.entries': ENTRIES, 'assize.commit.waited_ms': 0.5 });
      record?.end();
      span?.set({ 'assize.verdict': 'proceed', 'assize.evidence.id': 'ev_1', 'gen_ai.agent.id': 'agent-7' });
    });
  if (request === undefined) work();
  else request.run(work);
  measured.verdictGiven(GIVEN);
  measured.requestAnswered({ method: 'POST', route: ROUTE, status: 200, durationMs: 2 });
  request?.end({ 'http.route': ROUTE, 'http.response.status_code': 200 });
}
