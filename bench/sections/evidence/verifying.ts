/** Verification of a whole chain and of what was added to it, and proofs of single artifacts. */
import type { Context } from '../../context.ts';
import { COMMON_ACTIONS } from '../../fill/requests.ts';
import { askJson } from '../../http.ts';
import { findOnPath } from '../../load/load.ts';
import { type Latency, latencyTable, measureLatency, timed } from '../../load/timing.ts';
import { importPeer, SDK } from '../../peers.ts';
import { runToEnd } from '../../processes.ts';
import { ORDINARY } from '../../question.ts';
import { atLeast, atMost, type Check, type Part, tableOf } from '../../report.ts';
import { get, post, withKey } from '../../servers/assize.ts';
import { median, medianOf, quotient } from '../../statistics.ts';
import { draw, type Stand, sampleIds } from './finding.ts';

const ADDED = 1000;
const ADDED_AT_ONCE = 100;
const PROOFS = 200;

type Verifying = Awaited<ReturnType<typeof measureVerifying>>;

/** `perSecond`: artifacts in full verifications. `incrementalMs`: for `ADDED` artifacts after each of the chains. */
export async function measureVerifying(context: Context, stand: Stand) {
  const { rounds } = context.options;
  const { database, filled } = stand;
  const perSecond: number[] = [];
  const perCpuSecond: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`evidence: ${database}: full verification, round ${round + 1} of ${rounds}`);
    const { seconds, cpuSeconds, artifacts } = await timeVerification(stand, filled.large.key, '?full=true');
    perSecond.push(artifacts / seconds);
    perCpuSecond.push(quotient(artifacts, cpuSeconds));
  }
  const incrementalMs: Record<'large' | 'small', number[]> = { large: [], small: [] };
  await timeVerification(stand, filled.small.key, '?full=true');
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`evidence: ${database}: incremental verification, round ${round + 1} of ${rounds}`);
    for (const which of ['large', 'small'] as const) {
      const { key } = filled[which];
      await addArtifacts(stand, key);
      incrementalMs[which].push((await timeVerification(stand, key, '')).seconds * 1000);
    }
  }
  const proofs = await measureProofs(context, stand);
  return { database, perSecond, perCpuSecond, incrementalMs, proofs };
}

async function timeVerification(stand: Stand, key: string, query: string) {
  const question = get(withKey(stand, key), `/api/v1/evidence/verify${query}`);
  const { result, ...times } = await timed(stand, () =>
    askJson<{ valid: boolean; total_artifacts: number }>(question),
  );
  if (!result.valid) throw new Error(`the chain was found broken: ${JSON.stringify(result)}`);
  return { ...times, artifacts: result.total_artifacts };
}

async function addArtifacts(stand: Stand, key: string): Promise<void> {
  const evaluations = Array.from({ length: ADDED_AT_ONCE }, () => ORDINARY);
  for (let added = 0; added < ADDED; added += ADDED_AT_ONCE) {
    await askJson(post(withKey(stand, key), '/v1/governance/evaluate/batch', { evaluations }));
  }
}

async function measureProofs(context: Context, stand: Stand): Promise<Latency[]> {
  context.progress(`evidence: ${stand.database}: proofs`);
  const ids = await sampleIds(stand, PROOFS);
  const size = stand.filled.artifacts;
  const timesOf = (name: string, path: () => string) =>
    measureLatency(stand, name, PROOFS, () => get(stand, `/api/v1/evidence/${path()}`));
  return [
    await timesOf('inclusion proof', () => `${draw.one(ids)}/proof`),
    await timesOf('consistency proof', () => `consistency?from=${1 + draw.below(size)}`),
    await timesOf('checkpoint', () => 'checkpoint'),
  ];
}

export function verifyingPart(all: readonly Verifying[], rates: HashingRates): Part {
  const behind = all.map(({ database, incrementalMs: { large, small } }) => {
    return { database, large: median(large), small: median(small) };
  });
  const incremental = tableOf(behind, ['database', 'large', 'small'], {
    ...{ large: `${ADDED} more, behind the large chain ms`, small: 'behind a small one ms' },
  });
  const proofs = all.flatMap((of) => of.proofs);
  const tables = [ratesTable(all, rates), incremental, latencyTable('proof', proofs)];
  return { tables, checks: all.flatMap(checksOf) };
}

function checksOf({ database, perSecond, incrementalMs, proofs }: Verifying): Check[] {
  const ratio = median(incrementalMs.large) / median(incrementalMs.small);
  return [
    atLeast(250_000, '/s', median(perSecond), `${database}: artifacts fully verified per second`),
    atMost(2, '×', ratio, `${database}: ${ADDED} more verified, of the time behind a small chain`),
    ...proofs.map(({ name, p95Ms }) => atMost(5, 'ms', p95Ms, `${database}: ${name}: p95`)),
  ];
}

interface Rate {
  verification: string;
  perSecond: number | null;
  perCpuSecond?: number | null;
}

function ratesTable(all: readonly Verifying[], { sdkPerSecond, opensslPerSecond }: HashingRates) {
  const rates = [
    ...all.map(({ database, perSecond, perCpuSecond }) => ({
      verification: `${database}: artifacts, with payload, link, leaf and tree`,
      ...{ perSecond: median(perSecond), perCpuSecond: medianOf(perCpuSecond) },
    })),
    { verification: "the SDK's audit log, entries in memory", perSecond: sdkPerSecond },
    ...Object.entries(opensslPerSecond).map(([bytes, perSecond]) => ({
      verification: `openssl on one core, SHA-256 of ${bytes} bytes`,
      perSecond,
    })),
  ];
  return tableOf<Rate>(rates, ['verification', 'perSecond', 'perCpuSecond'], {
    perCpuSecond: 'per CPU second',
  });
}

/** A leaf has about 512 bytes, and so have many payloads; 64 is a node of the tree. */
const BYTES = [64, 512];
const SDK_ENTRIES = 100_000;

type HashingRates = Awaited<ReturnType<typeof measureHashing>>;

export async function measureHashing(context: Context) {
  /** Hashes, by the bytes in each; empty without openssl. */
  const opensslPerSecond: Record<number, number> = {};
  const program = findOnPath('openssl', context.environment);
  for (const bytes of BYTES) {
    if (program !== null) opensslPerSecond[bytes] = await opensslRate(context, program, bytes);
  }
  return { opensslPerSecond, sdkPerSecond: await sdkRate(context) };
}

/** openssl prints thousands of bytes per second after the name of the algorithm. */
async function opensslRate(context: Context, command: string, bytes: number): Promise<number> {
  const args = ['speed', '-seconds', '1', '-bytes', String(bytes), 'sha256'];
  const output = await runToEnd(context, { name: 'openssl', command, args });
  const thousands = /^sha256\s+([\d.]+)k/m.exec(output)?.[1];
  if (thousands === undefined) throw new Error(`openssl did not report:\n${output}`);
  return (Number(thousands) * 1000) / bytes;
}

interface Sdk {
  AuditLogger: new (options: { maxEntries: number }) => { log(entry: object): unknown; verify(): boolean };
}

async function sdkRate({ options, progress }: Context): Promise<number | null> {
  const sdk = await importPeer<Sdk>(SDK);
  if (sdk === null) return null;
  progress(`evidence: ${SDK}: verify`);
  const log = new sdk.AuditLogger({ maxEntries: SDK_ENTRIES });
  for (let place = 0; place < SDK_ENTRIES; place += 1) {
    const action = COMMON_ACTIONS[place % COMMON_ACTIONS.length] ?? '';
    log.log({ agentId: `agent-${place % 300}`, action, decision: 'allow' });
  }
  const perSecond: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const startedAt = performance.now();
    if (!log.verify()) throw new Error('the SDK finds its own log broken');
    perSecond.push((SDK_ENTRIES / (performance.now() - startedAt)) * 1000);
  }
  return median(perSecond);
}
