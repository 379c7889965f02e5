/** The findings of `assize doctor` on evidence: whether all that was signed is still there, and what to do if not. */

import { chainId } from '../../database/chain-id.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { openAlarms } from '../../proof/alarms/index.ts';
import {
  adviceFor,
  openSigningFolder,
  Refusal,
  type SigningFolder,
  verifiersIn,
} from '../../proof/log/index.ts';
import { requireAsSigned, restoresOf } from '../../proof/restore/index.ts';
import { describe } from '../terminal.ts';
import { type Finding, findingsOn } from './finding.ts';

interface Place {
  chain: number;
  name: string;
  environment: string;
  /** The published checkpoint; null where there is none. */
  note: string | null;
}

/** Changes and creates nothing. */
export async function evidenceFindings(
  db: Database,
  kind: DatabaseLocation['kind'],
  folderPath: string,
): Promise<Finding[]> {
  const { ok, problem } = findingsOn('evidence');
  try {
    const folder = await openSigningFolder(folderPath, 'doctor');
    const places = await chainsIn(db);
    const findings: Finding[] = await unknownChains(places, folder);
    for (const place of places) findings.push(...(await findingsOf({ db, kind }, folder, place)));
    if (!findings.some(({ state }) => state === 'problem')) findings.push(ok('all that was signed is there'));
    return findings;
  } catch (error) {
    return [problem(describe(error))];
  }
}

/** None before the first start, which creates the tables. */
async function chainsIn(db: Database): Promise<Place[]> {
  return db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .leftJoin('checkpoints', 'checkpoints.chain', 'chains.chain')
    .select(['chains.chain', 'tenants.name', 'chains.environment', 'checkpoints.note'])
    .orderBy('chains.chain')
    .execute()
    .catch(() => []);
}

/** Chains that were signed here but are missing, such as those of a tenant created after the backup. */
async function unknownChains(places: readonly Place[], folder: SigningFolder): Promise<Finding[]> {
  const known = new Set(places.map(({ chain }) => chainId(chain)));
  const unknown = (await folder.signedChains()).filter((name) => !known.has(name));
  return unknown.map((name) =>
    findingsOn(`evidence of ${name}`).warning(
      'it was signed here, and this database has no such chain: is it another database, or an older one?',
    ),
  );
}

async function findingsOf(
  parts: { db: Database; kind: DatabaseLocation['kind'] },
  folder: SigningFolder,
  { chain, name, environment, note }: Place,
): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOn(`evidence of ${name}/${environment}`);
  const findings: Finding[] = [];
  // If both agree, the database is not older than the folder. A restore that waits must still be stated.
  const isAsSigned = (await folder.lastNote(chainId(chain)))?.note === note;
  if (!isAsSigned || (await folder.unstated(chainId(chain))) !== null) {
    const refusal = await refusalOf({ ...parts, signing: { folder, verifiers: verifiersIn(folder) } }, chain);
    if (refusal !== null)
      findings.push(
        problem(`Nothing of it is signed. ${refusal.message} ${adviceFor({ chain, ...refusal })}`),
      );
  }
  const [alarm, ...others] = await openAlarms(parts.db, chain).catch(() => []);
  if (alarm !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    findings.push(
      problem(`Every evaluation is blocked until its alarm is acknowledged: ${alarm.message}${more} ${HOW}`),
    );
  }
  const restores = await restoresOf(parts.db, chain).catch(() => []);
  // A chain with a problem must not also be reported as sound.
  if (restores.length > 0) {
    const times = restores.length === 1 ? 'once' : `${restores.length} times`;
    const finding = findings.length > 0 ? warning : ok;
    findings.push(finding(`An older database was put back ${times}, as its records state.`));
  }
  return findings;
}

const HOW =
  'Look into it, then acknowledge it with one of its keys that has the scope keys:manage: ' +
  'ASSIZE_API_KEY=ak_… npx assize evidence acknowledge-alarms.';

async function refusalOf(
  deps: Parameters<typeof requireAsSigned>[0],
  chain: number,
): Promise<Refusal['finding'] | null> {
  try {
    await requireAsSigned(deps, chain);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.finding;
    throw error;
  }
}
