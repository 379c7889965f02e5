/**
 * The law engine alone, in this process, beside the SDK of Microsoft's Agent Governance Toolkit. The SDK also keeps a
 * hash chain in memory, so Assize is measured three times: deciding, with its record, with that record sealed.
 */
import type { Head } from '../../service/database/evidence/append-store.ts';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import { SALT_BYTES, seal } from '../../service/evidence/append/seal.ts';
import type { Context } from '../context.ts';
import { evaluationDraft, fillRandom, judge, recordOf } from '../fill/service.ts';
import { HOW_TO_INSTALL, importPeer, SDK } from '../peers.ts';
import { GRAVE, ORDINARY } from '../question.ts';
import { atLeast, joinParts, type SectionReport, tableOf } from '../report.ts';
import { median, medianOf, quotient } from '../statistics.ts';

const TITLE = 'decisions per second in one process, without HTTP and without a database';
const KEY_ID = 'key_000000000000000000000000';

/** Requests that differ, as real ones do: always the same object would be too easy. */
const REQUESTS: readonly EvaluationRequest[] = Array.from({ length: 64 }, (_, place) => ({
  ...ORDINARY,
  context: { ...ORDINARY.context, estimated_cost_usd: 0.5 + place / 100, subject: `Invoice ${1000 + place}` },
}));

type Decide = (request: EvaluationRequest) => unknown;

interface Engine {
  name: string;
  decide: Decide;
  perSecond: number[];
}

export async function laws(context: Context): Promise<SectionReport> {
  const sdk = await importPeer<Sdk>(SDK);
  const own = enginesOf(assizeEngines());
  const theirs = sdk === null ? [] : enginesOf(await sdkEngines(sdk));
  const all = [...own, ...theirs];
  context.progress(`laws: ${all.length} engines, ${context.options.rounds} rounds of 1 s`);
  for (const { decide } of all) await callsPerSecond(decide, 500);
  for (let round = 0; round < context.options.rounds; round += 1) {
    for (const { decide, perSecond } of all) perSecond.push(await callsPerSecond(decide, 1000));
  }
  const fastest = theirs.toSorted((a, b) => median(b.perSecond) - median(a.perSecond))[0];
  const ratioOf = ({ perSecond }: Engine) =>
    medianOf(perSecond.map((rate, round) => quotient(rate, fastest?.perSecond[round] ?? null)));
  const rows = all.map((engine) => {
    const { name, perSecond: rates } = engine;
    const ratio = own.includes(engine) && fastest ? ratioOf(engine) : undefined;
    return { engine: name, perSecond: median(rates), usEach: 1e6 / median(rates), ratio, rates };
  });
  const table = tableOf(rows, ['engine', 'perSecond', 'usEach', 'ratio'], { ratio: "vs the SDK's" });
  const what = 'law engine alone, of executeWithGovernance';
  const ratio = rows[0]?.ratio;
  const checks = ratio === undefined ? [] : [atLeast(3, '×', ratio, what)];
  const note = fastest
    ? `The ratio is to the faster of the SDK's two: ${fastest.name}.`
    : `${SDK} was skipped: ${HOW_TO_INSTALL}`;
  return joinParts(TITLE, [{ tables: [table], checks, notes: [note] }], rows);
}

function enginesOf(named: Record<string, Decide>): Engine[] {
  return Object.entries(named).map(([name, decide]) => ({ name, decide, perSecond: [] }));
}

function assizeEngines(): Record<string, Decide> {
  if (judge(GRAVE).verdict === 'proceed') throw new Error('the laws let a grave action proceed');
  const record = (request: EvaluationRequest): string => recordOf(request, judge(request), KEY_ID);
  const salt = new Uint8Array(SALT_BYTES);
  fillRandom(salt);
  let head: Head = { size: 0, hash: new Uint8Array(32) };
  const sealed = (request: EvaluationRequest): Head => {
    const id = 'ev_000000000000000000000000';
    const draft = evaluationDraft(request, 'proceed', record(request), 1_700_000_000_000, id);
    const { position, hash } = seal(1, head, draft, salt);
    head = { size: position + 1, hash };
    return head;
  };
  return {
    'Assize: the eight laws': judge,
    'Assize: and the record written out': record,
    'Assize: and sealed into the chain': sealed,
  };
}

/** The part of the SDK that is used, as its README shows it. */
interface Sdk {
  AgentMeshClient: { create(agentId: string, options: object): Client };
}
interface Client {
  executeWithGovernance(action: string, params: object): Promise<{ decision: string }>;
}

/**
 * Its audit log keeps 10,000 entries by default, and from then on copies all of them with each new one. It is measured
 * once with this default, and once with room for every entry, which is the fairer opponent.
 */
async function sdkEngines({ AgentMeshClient }: Sdk): Promise<Record<string, Decide>> {
  const policyRules = [
    { action: '*', effect: 'deny', conditions: { risk_level: 'critical', is_irreversible: true } },
    { action: 'email.*', effect: 'allow' },
    { action: '*', effect: 'deny' },
  ];
  const create = (options: object) => {
    const common = { capabilities: ['email.send'], policyRules };
    const client = AgentMeshClient.create('agent-7', { ...common, ...options });
    return ({ action, context }: EvaluationRequest) => client.executeWithGovernance(action, context);
  };
  const roomy = create({ audit: { maxEntries: 100_000_000 } });
  const [ordinary, grave] = [(await roomy(ORDINARY)).decision, (await roomy(GRAVE)).decision];
  if (ordinary !== 'allow' || grave !== 'deny') throw new Error(`the SDK decides ${ordinary} and ${grave}`);
  return {
    'executeWithGovernance, room in its audit log': roomy,
    'executeWithGovernance, audit log as it comes': create({}),
  };
}

/** Between two looks at the clock, so that reading it is not what is measured. */
const CALLS_PER_LOOK = 256;

async function callsPerSecond(decide: Decide, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  let elapsedMs = 0;
  while (elapsedMs < durationMs) {
    for (let call = 0; call < CALLS_PER_LOOK; call += 1) {
      const result = decide(REQUESTS[(calls + call) % REQUESTS.length] ?? ORDINARY);
      // A synchronous decision does not wait a turn, which would cost more than the decision.
      if (result instanceof Promise) await result;
    }
    calls += CALLS_PER_LOOK;
    elapsedMs = performance.now() - startedAt;
  }
  return (calls / elapsedMs) * 1000;
}
