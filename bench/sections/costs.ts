/** The cost of each thing that a tenant or an operator can switch on, in verdicts and in processor time. */
import type { Context } from '../context.ts';
import { askJson } from '../http.ts';
import { compare, ratioTitles, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, atMost, type Check, type Part } from '../report.ts';
import { installAssize, type RunningAssize, startAssize, startNew, withKey } from '../servers/assize.ts';
import { withInProcess } from '../servers/in-process.ts';
import { startReceiver } from '../servers/own.ts';
import { bodyIn, STATES, type State } from './costs/states.ts';

export const title = 'verdicts with one thing switched on, compared with none';

/** Node goes on compiling for a long time, which changes the figures more than the differences between states. */
const WARM_UP_TURNS = 3;
const OTLP = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';

interface Switch {
  name: string;
  settings: Record<string, string>;
  /** The minimum share of the rate without it, and the maximum share of its processor time. */
  target?: { rate: number; cpu?: number };
}

/** Settings of the service. Rate limits are high enough for any load. */
const switchesOf = (collector: string): Switch[] => [
  { name: 'metrics', settings: {}, target: { rate: 0.97, cpu: 1.03 } },
  { name: 'metrics, 1 % traced', settings: traced(collector, '0.01'), target: { rate: 0.9, cpu: 1.1 } },
  { name: 'metrics, all traced', settings: traced(collector, '1') },
];

const traced = (collector: string, ratio: string) => ({
  [OTLP]: collector,
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: ratio,
});

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const tenants = await measureTenants(context, kind);
  const operator = await measureOperator(context, kind);
  return {
    tables: [
      { name: 'switched on by a tenant', rows: tenants.rows, titles: ratioTitles('nothing') },
      { name: 'switched on by the operator', rows: operator.rows, titles: ratioTitles('nothing') },
    ],
    checks: [...tenants.checks, ...operator.checks],
    notes: ['× nothing: median of the ratios within rounds, to a tenant or a service without it.'],
  };
}

/** Tenants of one service, so that all of them are equally warm. */
async function measureTenants(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  const states = Object.entries(STATES);
  const keys = await withInProcess(installation.environment, ({ newTenant }) =>
    Promise.all(states.map((_, place) => newTenant(`state-${place}`))),
  );
  const running = await startAssize(context, installation);
  const sides: RunningAssize[] = [];
  for (const [place, [name, state]] of states.entries())
    sides.push(await entered({ ...withKey(running, keys[place] ?? ''), name }, state));
  await warmUp(context, sides, WARM_UP_TURNS);
  const [nothing, ...others] = sides.map(sideOf);
  if (nothing === undefined) throw new Error('there must be a state to compare with');
  const rows = await compare(context, nothing, others);
  const place = kind === 'sqlite' ? 0 : 1;
  const checks = rows.flatMap(({ name, rateRatio }) => {
    const target = STATES[name]?.targets?.[place];
    return target === undefined ? [] : [atLeast(target, '×', rateRatio, `verdicts/s with ${name}`)];
  });
  await running.stop();
  return { rows, checks };
}

async function entered(running: RunningAssize, state: State): Promise<RunningAssize> {
  const context = (await state.enter?.(running)) ?? {};
  const contender = { ...running, body: bodyIn(context) };
  const { verdict, explanation } = await askJson<{ verdict: string; explanation: string }>(contender);
  if (verdict !== 'proceed') throw new Error(`${running.name}: ${explanation}`);
  return contender;
}

async function measureOperator(context: Context, kind: DatabaseKind) {
  const collector = await startReceiver(context);
  const switches = switchesOf(collector.urlOf('v1/traces'));
  const start = async (name: string, settings: Record<string, string>) => ({
    ...(await startNew(context, kind, settings)),
    name,
  });
  const nothing = await start('nothing', { ASSIZE_METRICS: 'off' });
  const others: RunningAssize[] = [];
  for (const { name, settings } of switches) others.push(await start(name, settings));
  await warmUp(context, [nothing, ...others], WARM_UP_TURNS);
  const rows = await compare(context, sideOf(nothing), others.map(sideOf));
  const checks = switches.flatMap(({ name, target }): Check[] => {
    const row = rows.find((each) => each.name === name);
    if (target === undefined) return [];
    return [
      atLeast(target.rate, '×', row?.rateRatio, `verdicts/s with ${name}`),
      ...(target.cpu === undefined ? [] : [atMost(target.cpu, '×', row?.cpuRatio, `CPU with ${name}`)]),
    ];
  });
  return { rows, checks };
}
