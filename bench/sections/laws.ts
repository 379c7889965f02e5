/**
 * The law engine alone, in this process: how many ordinary requests it decides per second, beside the governance SDK
 * of Microsoft's Agent Governance Toolkit in the same run. The SDK also keeps a hash chain in memory, so Assize is
 * measured three times: deciding; with the record written out; and with that record sealed into a chain.
 */

import { randomFillSync } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Head } from '../../service/database/append-store.ts';
import { decide } from '../../service/evaluation/decide.ts';
import { NO_FACTS } from '../../service/evaluation/facts.ts';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import { buildQuestion } from '../../service/evaluation/question.ts';
import { evaluationRecordText, requestText } from '../../service/evaluation/record.ts';
import { SALT_BYTES, seal } from '../../service/evidence/append/seal.ts';
import { DEFAULT_SETTINGS, versionOf } from '../../service/governance/settings/index.ts';
import type { Context } from '../context.ts';
import { findPeer, HOW_TO_INSTALL } from '../peers.ts';
import { GRAVE, ORDINARY } from '../question.ts';
import type { SectionReport } from '../report.ts';
import { median, medianRatio } from '../statistics.ts';
import { figure } from '../table.ts';

const TITLE = 'decisions per second in one process, without HTTP and without a database';
const TARGET_RATIO = 3;
const SDK = '@microsoft/agent-governance-sdk';
const KEY_ID = 'key_000000000000000000000000';

/** Requests that differ, as real ones do; always the same object would be too easy. */
const REQUESTS: readonly EvaluationRequest[] = Array.from({ length: 64 }, (_, place) => ({
  ...ORDINARY,
  context: { ...ORDINARY.context, estimated_cost_usd: 0.5 + place / 100, subject: `Invoice ${1000 + place}` },
}));

interface Contender {
  name: string;
  /** Decides one request. */
  once: (request: EvaluationRequest) => unknown;
  perSecond: number[];
}

export async function laws(context: Context): Promise<SectionReport> {
  const notes: string[] = [];
  const own = assizeContenders();
  const file = findPeer(SDK);
  if (file === null) notes.push(`${SDK} was skipped: ${HOW_TO_INSTALL}`);
  const theirs = file === null ? [] : await sdkContenders(file);
  const all = [...own, ...theirs];
  context.progress(`laws: ${all.length} engines, ${context.options.rounds} rounds of 1 s`);
  for (const { once } of all) await callsPerSecond(once, 500);
  for (let round = 0; round < context.options.rounds; round++) {
    for (const { once, perSecond } of all) perSecond.push(await callsPerSecond(once, 1000));
  }

  const fastest = theirs.toSorted((a, b) => median(b.perSecond) - median(a.perSecond))[0];
  const ratioOf = ({ perSecond }: Contender): number | null =>
    fastest === undefined
      ? null
      : medianRatio(perSecond.map((rate, round) => [rate, fastest.perSecond[round] ?? null] as const));
  if (fastest !== undefined) notes.push(`The ratio is to the faster of the SDK's two: ${fastest.name}.`);
  return {
    title: TITLE,
    tables: [
      {
        columns: ['engine', 'per second', 'µs each', "vs the SDK's"],
        rows: all.map((contender) => [
          contender.name,
          figure(median(contender.perSecond)),
          figure(1e6 / median(contender.perSecond)),
          theirs.includes(contender) || fastest === undefined ? '' : figure(ratioOf(contender)),
        ]),
      },
    ],
    checks: (fastest === undefined ? [] : own.slice(0, 1)).map((contender) => ({
      what: 'law engine alone, of executeWithGovernance',
      figure: ratioOf(contender),
      sense: 'at least',
      target: TARGET_RATIO,
      unit: '×',
    })),
    notes,
    data: all.map(({ name, perSecond }) => ({ name, perSecond })),
  };
}

function assizeContenders(): Contender[] {
  const { settings, version } = versionOf(DEFAULT_SETTINGS);
  if (decide(buildQuestion(GRAVE, NO_FACTS, settings)).verdict === 'proceed')
    throw new Error('the laws let a grave act pass');
  const record = (request: EvaluationRequest): string => {
    const decision = decide(buildQuestion(request, NO_FACTS, settings));
    return evaluationRecordText(requestText(request), decision, {
      facts: NO_FACTS,
      settingsVersion: version,
      keyId: KEY_ID,
    });
  };
  const salt = randomFillSync(new Uint8Array(SALT_BYTES));
  let head: Head = { size: 0, hash: new Uint8Array(32) };
  const sealed = (request: EvaluationRequest): Head => {
    const draft = {
      id: 'ev_000000000000000000000000',
      artifact_type: 'governance_eval',
      action: request.action,
      verdict: 'proceed',
      actor: request.agent_id ?? KEY_ID,
      created_at: 1_700_000_000_000,
      payload: record(request),
    } as const;
    const { position, hash } = seal(1, head, draft, salt);
    head = { size: position + 1, hash };
    return head;
  };
  return [
    contender('Assize: the eight laws', (request) => decide(buildQuestion(request, NO_FACTS, settings))),
    contender('Assize: and the record written out', record),
    contender('Assize: and sealed into the chain', sealed),
  ];
}

/** The little of the SDK that is used, as its README shows it. */
interface Sdk {
  AgentMeshClient: {
    create(agentId: string, options: Record<string, unknown>): MeshClient;
  };
}
interface MeshClient {
  executeWithGovernance(action: string, params: Record<string, unknown>): Promise<{ decision: string }>;
}

/**
 * Twice, because its audit log keeps 10,000 entries unless told otherwise, and from then on copies them all with each
 * new one: once as it comes, once with room for every entry, which is the fairer opponent.
 */
async function sdkContenders(file: string): Promise<Contender[]> {
  const { AgentMeshClient } = (await import(pathToFileURL(file).href)) as Sdk;
  const create = (audit?: { maxEntries: number }): MeshClient =>
    AgentMeshClient.create('agent-7', {
      capabilities: ['email.send'],
      policyRules: [
        { action: '*', effect: 'deny', conditions: { risk_level: 'critical', is_irreversible: true } },
        { action: 'email.*', effect: 'allow' },
        { action: '*', effect: 'deny' },
      ],
      ...(audit && { audit }),
    });
  const client = create({ maxEntries: 100_000_000 });
  const asItComes = create();
  const { decision: ordinary } = await client.executeWithGovernance(ORDINARY.action, ORDINARY.context);
  const { decision: grave } = await client.executeWithGovernance(GRAVE.action, GRAVE.context);
  if (ordinary !== 'allow' || grave !== 'deny') throw new Error(`the SDK decides ${ordinary} and ${grave}`);
  return [
    contender('executeWithGovernance, room in its audit log', ({ action, context }) =>
      client.executeWithGovernance(action, context),
    ),
    contender('executeWithGovernance, audit log as it comes', ({ action, context }) =>
      asItComes.executeWithGovernance(action, context),
    ),
  ];
}

function contender(name: string, once: Contender['once']): Contender {
  return { name, once, perSecond: [] };
}

/** Between two looks at the clock, so that reading it is not what is measured. */
const CALLS_PER_LOOK = 256;

async function callsPerSecond(once: Contender['once'], durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  let elapsedMs = 0;
  while (elapsedMs < durationMs) {
    for (let call = 0; call < CALLS_PER_LOOK; call++) {
      const result = once(REQUESTS[(calls + call) % REQUESTS.length] ?? ORDINARY);
      // What decides at once is not made to wait a turn, which would cost it more than deciding does.
      if (result instanceof Promise) await result;
    }
    calls += CALLS_PER_LOOK;
    elapsedMs = performance.now() - startedAt;
  }
  return (calls / elapsedMs) * 1000;
}
