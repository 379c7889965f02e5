/**
 * Verification: of everything, in artifacts per second, and of what came since the last one, which must not depend on
 * how much there was before. Proofs of single artifacts beside it.
 */
import type { Context } from '../../context.ts';
import { drawFrom } from '../../fill/random.ts';
import { ask } from '../../http.ts';
import { type Latency, measureLatency } from '../../load/latency.ts';
import type { Check } from '../../report.ts';
import { median, medianOf } from '../../statistics.ts';
import { figure } from '../../table.ts';
import { sampleIds } from './finding.ts';
import type { HashingRates } from './hashing.ts';
import { askJson, get, latencyTable, type Part, type Stand, usedMs } from './stand.ts';

const TARGETS = { perSecond: 250_000, incrementalRatio: 2, proofMs: 5 };
const ADDED = 1000;
const ADDING_CONNECTIONS = 16;
const PROOFS = 200;

interface Verification {
  valid: boolean;
  total_artifacts: number;
  verified_count: number;
}

export interface Verifying {
  database: string;
  /** Of full verifications: artifacts per second, and per second of CPU time, whatever the machine did else. */
  perSecond: number[];
  perCpuSecond: (number | null)[];
  /** ms, of `ADDED` artifacts behind the large chain, and behind the small one. */
  incrementalMs: { large: number[]; small: number[] };
  proofs: Latency[];
}

export async function measureVerifying(context: Context, stand: Stand): Promise<Verifying> {
  const { rounds } = context.options;
  const { large, small } = stand.filled;
  const perSecond: number[] = [];
  const perCpuSecond: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`evidence: ${stand.name}: full verification, round ${round + 1} of ${rounds}`);
    const { ms, cpuMs, counted } = await timeVerification(stand, large.key, '?full=true');
    perSecond.push((counted / ms) * 1000);
    perCpuSecond.push(cpuMs === null ? null : (counted / cpuMs) * 1000);
  }
  const incrementalMs: Verifying['incrementalMs'] = { large: [], small: [] };
  await timeVerification(stand, small.key, '?full=true');
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`evidence: ${stand.name}: incremental verification, round ${round + 1} of ${rounds}`);
    for (const which of ['large', 'small'] as const) {
      const { key } = stand.filled[which];
      await addArtifacts(stand, key);
      incrementalMs[which].push((await timeVerification(stand, key, '')).ms);
    }
  }
  const proofs = await measureProofs(context, stand);
  return { database: stand.name, perSecond, perCpuSecond, incrementalMs, proofs };
}

async function timeVerification(
  stand: Stand,
  key: string,
  query: string,
): Promise<{ ms: number; cpuMs: number | null; counted: number }> {
  const usedBefore = usedMs(stand);
  const startedAt = performance.now();
  const result = await askJson<Verification>(get(stand, `/api/v1/evidence/verify${query}`, key));
  if (result === null) throw new Error('the service has no verification');
  if (!result.valid) throw new Error(`the chain was not found sound: ${JSON.stringify(result)}`);
  const ms = performance.now() - startedAt;
  const usedAfter = usedMs(stand);
  const cpuMs = usedBefore === null || usedAfter === null ? null : usedAfter - usedBefore;
  return { ms, cpuMs, counted: result.total_artifacts };
}

/** Verdicts for whom nobody measures. */
async function addArtifacts({ running }: Stand, key: string): Promise<void> {
  const headers = { ...running.headers, 'x-api-key': key };
  let left = ADDED;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await ask({ ...running, headers });
      if (status !== 200) throw new Error(`a verdict was refused with ${status}: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: ADDING_CONNECTIONS }, connection));
}

async function measureProofs(context: Context, stand: Stand): Promise<Latency[]> {
  context.progress(`evidence: ${stand.name}: proofs`);
  const draw = drawFrom(11);
  const ids = await sampleIds(stand, PROOFS);
  const size = stand.filled.artifacts;
  const timesOf = (name: string, path: () => string) =>
    measureLatency(
      name,
      PROOFS,
      () => get(stand, `/api/v1/evidence/${path()}`),
      () => usedMs(stand),
    );
  return [
    await timesOf('inclusion proof', () => `${draw.one(ids)}/proof`),
    await timesOf('consistency proof', () => `consistency?from=${1 + draw.below(size)}`),
    await timesOf('checkpoint', () => 'checkpoint'),
  ];
}

export function verifyingPart(all: readonly Verifying[], rates: HashingRates): Part {
  const checks = all.flatMap(({ database, perSecond, incrementalMs, proofs }): Check[] => [
    {
      what: `${database}: artifacts fully verified per second`,
      figure: median(perSecond),
      sense: 'at least',
      target: TARGETS.perSecond,
      unit: '/s',
    },
    {
      what: `${database}: ${ADDED} more verified, of the time behind a small chain`,
      figure: median(incrementalMs.large) / median(incrementalMs.small),
      sense: 'at most',
      target: TARGETS.incrementalRatio,
      unit: '×',
    },
    ...proofs.map(
      ({ name, p95Ms }): Check => ({
        what: `${database}: ${name}: p95`,
        figure: p95Ms,
        sense: 'at most',
        target: TARGETS.proofMs,
        unit: 'ms',
      }),
    ),
  ]);
  const incremental = {
    columns: ['database', `${ADDED} more, behind the large chain ms`, 'behind a small one ms'],
    rows: all.map(({ database, incrementalMs }) => [
      ...[database, figure(median(incrementalMs.large)), figure(median(incrementalMs.small))],
    ]),
  };
  const proofs = all.flatMap(({ database, proofs: of }) => of.map((proof) => ({ ...proof, database })));
  return { tables: [ratesTable(all, rates), incremental, latencyTable('proof', proofs)], checks, notes: [] };
}

function ratesTable(all: readonly Verifying[], { sdkPerSecond, opensslPerSecond }: HashingRates) {
  return {
    columns: ['verification', 'per second', 'per CPU second'],
    rows: [
      ...all.map(({ database, perSecond, perCpuSecond }) => [
        `${database}: artifacts, with payload, link, leaf and tree`,
        figure(median(perSecond)),
        figure(medianOf(perCpuSecond)),
      ]),
      ["the SDK's audit log, entries in memory", figure(sdkPerSecond), ''],
      ...Object.entries(opensslPerSecond).map(([bytes, perSecond]) => [
        `openssl on one core, SHA-256 of ${bytes} bytes`,
        figure(perSecond),
        '',
      ]),
    ],
  };
}
