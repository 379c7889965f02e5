/** What this machine can hash at all, and how fast the audit log of the governance SDK verifies what it has in memory. */
import { pathToFileURL } from 'node:url';
import { type Context, cleanEnvironment } from '../../context.ts';
import { COMMON_ACTIONS } from '../../fill/requests.ts';
import { findOnPath } from '../../load/load.ts';
import { findPeer } from '../../peers.ts';
import { runToEnd } from '../../processes.ts';
import { median } from '../../statistics.ts';

export const SDK = '@microsoft/agent-governance-sdk';

/** A leaf has about 512 bytes, and so have many payloads; 64 is a node of the tree. */
const BYTES = [64, 512];
const SDK_ENTRIES = 100_000;

export interface HashingRates {
  /** Hashes, by how many bytes each; empty where there is no openssl. */
  opensslPerSecond: Record<number, number>;
  /** null where it is not installed. */
  sdkPerSecond: number | null;
}

export async function measureHashing(context: Context): Promise<HashingRates> {
  const opensslPerSecond: HashingRates['opensslPerSecond'] = {};
  const program = findOnPath('openssl', context.environment);
  for (const bytes of program === null ? [] : BYTES) {
    opensslPerSecond[bytes] = await opensslRate(context, program ?? '', bytes);
  }
  return { opensslPerSecond, sdkPerSecond: await sdkRate(context) };
}

/** It prints thousands of bytes per second behind the name of the algorithm. */
async function opensslRate(context: Context, command: string, bytes: number): Promise<number> {
  const output = await runToEnd(context, {
    name: 'openssl',
    command,
    args: ['speed', '-seconds', '1', '-bytes', String(bytes), 'sha256'],
    environment: cleanEnvironment(context.environment),
  });
  const thousands = /^sha256\s+([\d.]+)k/m.exec(output)?.[1];
  if (thousands === undefined) throw new Error(`openssl did not report:\n${output}`);
  return (Number(thousands) * 1000) / bytes;
}

/** The little of the SDK that is used. */
interface AuditLogger {
  log(entry: { agentId: string; action: string; decision: string }): unknown;
  verify(): boolean;
}
interface Sdk {
  AuditLogger: new (options: { maxEntries: number }) => AuditLogger;
}

async function sdkRate({ options, progress }: Context): Promise<number | null> {
  const file = findPeer(SDK);
  if (file === null) return null;
  progress(`evidence: ${SDK}: verify`);
  const { AuditLogger } = (await import(pathToFileURL(file).href)) as Sdk;
  const log = new AuditLogger({ maxEntries: SDK_ENTRIES });
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
